//! The program `hexcoven`: see `hexcoven --help`.

use git_version::git_version;
use std::process::ExitCode;

fn main() -> ExitCode {
    // Empty where the sources are not a repository, as in a crate that was downloaded.
    hexcoven::cli::main(git_version!(
        args = ["--always", "--dirty=+", "--exclude=*"],
        fallback = ""
    ))
}
