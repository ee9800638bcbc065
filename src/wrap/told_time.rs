//! What the child was told of its time, to tell it again after another start. What it has used since the last `time_left` is
//! not counted.

use crate::board::Color;
use crate::gtp::Request;

/// The commands that brought the clocks to where they are.
#[derive(Debug, Default)]
pub(super) struct ToldTime {
    commands: Vec<Request>,
}

impl ToldTime {
    /// Takes note of a command that the child has carried out, if it sets a clock.
    pub(super) fn note(&mut self, request: Request) {
        match request.name.to_ascii_lowercase().as_str() {
            "time_settings" | "kgs-time_settings" | "kata-time_settings" => self.commands.clear(),
            "time_left" if request.args.len() > 1 => {
                self.commands.retain(|old| !is_time_left(old) || color(old) != color(&request));
            }
            _ => return,
        }
        self.commands.push(request);
    }

    /// A new game begins: the settings stay, and nobody has used time.
    pub(super) fn begin(&mut self) {
        self.commands.retain(|command| !is_time_left(command));
    }

    /// The lines to send, in this order.
    pub(super) fn lines(&self) -> Vec<String> {
        self.commands.iter().map(Request::to_string).collect()
    }
}

fn is_time_left(request: &Request) -> bool {
    request.name.eq_ignore_ascii_case("time_left")
}

fn color(request: &Request) -> Option<Color> {
    request.args.first()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(lines: &[&str]) -> ToldTime {
        let mut told = ToldTime::default();
        for line in lines {
            told.note(Request::parse(line).unwrap());
        }
        told
    }

    #[test]
    fn the_last_word_on_each_clock_counts() {
        let early = ["time_left b 50 0", "time_settings 60 0 0", "time_left b 40 0"];
        let late = ["time_left white 45 0", "time_left black 30 0", "time_left b", "play b a1"];
        let told = after(&[early.as_slice(), late.as_slice()].concat());
        let lines = ["time_settings 60 0 0", "time_left white 45 0", "time_left black 30 0"];
        assert_eq!(told.lines(), lines);
    }

    #[test]
    fn a_new_game_keeps_the_settings_alone() {
        let mut told = after(&["kgs-time_settings absolute 60", "time_left b 40 0"]);
        told.begin();
        assert_eq!(told.lines(), ["kgs-time_settings absolute 60"]);
    }
}
