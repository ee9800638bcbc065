//! The program `hexcoven`: see `hexcoven --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hexcoven::cli::main()
}
