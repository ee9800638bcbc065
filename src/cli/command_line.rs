//! The command lines by which engines are started.

use crate::contest::Contestant;

/// What the user calls this program.
const OWN: &str = "hexcoven";

/// How an engine is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CommandLine {
    /// As the user gave them.
    words: Vec<String>,
    /// The program that the first of them means.
    program: String,
}

impl CommandLine {
    /// This program without options. The system is asked for it once: while it runs, another file may take its place.
    ///
    /// # Errors
    /// The system does not say where it is.
    pub(super) fn own() -> Result<Self, String> {
        let program = std::env::current_exe()
            .map_err(|error| format!("the system does not say where this program is: {error}"))?;
        let program = program.to_string_lossy().into_owned();
        Ok(Self { words: vec![OWN.to_owned()], program })
    }

    /// Splits a text as a shell does; on Windows a backslash outside single quotes is an ordinary character, as in paths.
    /// `hexcoven` is this program.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let text = if cfg!(windows) { text.replace('\\', r"\\") } else { text.to_owned() };
        let words = shlex::split(&text).ok_or("a quote is not closed")?;
        let (program, options) = words.split_first().ok_or("no program")?;
        if program == OWN {
            return Ok(Self::own()?.with(options));
        }
        Ok(Self { program: program.clone(), words })
    }

    /// The same with more options.
    pub(super) fn with(&self, options: &[String]) -> Self {
        Self { words: [&self.words, options].concat(), program: self.program.clone() }
    }

    /// An engine that is started so and then gets these commands.
    pub(super) fn contestant(&self, setup: &[String]) -> Contestant {
        let Self { words, program } = self;
        let command = [std::slice::from_ref(program), &words[1..]].concat();
        Contestant { command, shown: joined(words), setup: setup.to_vec() }
    }
}

/// Words as one text, with quotes where a shell needs them.
pub(super) fn joined(words: &[String]) -> String {
    let joined = shlex::try_join(words.iter().map(String::as_str));
    joined.expect("no argument of a program has a NUL")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_shown_as_they_were_given_and_hexcoven_is_this_program() {
        let own = std::env::current_exe().unwrap().to_string_lossy().into_owned();
        for (text, command, shown) in [
            ("hexcoven", &[own.as_str()][..], "hexcoven"),
            ("hexcoven  --set 'a=1'", &[&own, "--set", "a=1"], "hexcoven --set 'a=1'"),
            ("./mine \"two words\"", &["./mine", "two words"], "./mine 'two words'"),
        ] {
            let line = CommandLine::parse(text).unwrap();
            let engine = line.contestant(&[]);
            assert_eq!((engine.command, &*engine.shown), (words(command), shown));
            let engine = line.with(&words(&["-x", "y z"])).contestant(&[]);
            assert_eq!(engine.command, words(&[command, &["-x", "y z"]].concat()));
            assert_eq!(engine.shown, format!("{shown} -x 'y z'"));
        }
        assert_eq!(CommandLine::parse("hexcoven 'a"), Err("a quote is not closed".to_owned()));
        assert_eq!(CommandLine::parse(" "), Err("no program".to_owned()));
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }
}
