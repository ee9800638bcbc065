//! The program `hexcoven`: see `hexcoven --help`.

use git_version::git_version;
use std::process::ExitCode;

fn main() -> ExitCode {
    // Empty where no folder above is a repository, as of a crate that was downloaded. Inside another repository it would be
    // the commit of that; `GIT_CEILING_DIRECTORIES` prevents it.
    hexcoven::cli::main(git_version!(
        args = ["--always", "--dirty=+", "--exclude=*"],
        fallback = ""
    ))
}
