//! `hexcoven web`: the board in a browser.

use super::EngineArgs;
use super::interrupt::stop_on_interrupt;
use crate::params::Profile;
use crate::threads::start_thread;
use crate::web::{Engine, Site};
use anyhow::{Context, ensure};
use clap::Args;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::thread;
use std::time::Duration;

/// The port where none is named, if it is free.
const USUAL_PORT: u16 = 7711;

#[derive(Debug, Args)]
pub(super) struct WebArgs {
    /// Listen on this address. Any address but this machine's own lets other machines use this engine and this
    /// processor, without a password and without encryption
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Listen on this port [default: 7711, or another if it is taken]
    #[arg(long)]
    port: Option<u16>,
    /// Do not open a browser, only print the address
    #[arg(long)]
    no_browser: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Parameters that are chosen on the page, or mean nothing there.
const OF_THE_PAGE: [&str; 9] = [
    "allow_swap",
    "level",
    "max_time",
    "ponder",
    "resign",
    "swap_meaning",
    "timelimit",
    "use_guifx",
    "use_livegfx",
];

pub(super) fn run(args: &WebArgs) -> anyhow::Result<()> {
    let params = args.engine.params(Profile::Play)?;
    for name in args.engine.names() {
        ensure!(
            !OF_THE_PAGE.contains(&name),
            "`{name}` has no effect here: it is chosen on the page, or means nothing there"
        );
    }
    let threads = params.search.threads;
    ensure!(threads <= 64, "`threads` is {threads}, and each page may have 64 at most");
    let varies = args.engine.names().all(|name| name != "seed");
    let engine = Engine { params, networks: args.engine.networks()?, varies };
    let site = args.bind(&engine)?;
    let address = site.address()?;
    if !address.ip().is_loopback() {
        log::warn!("other machines can use this engine: it listens on {}", address.ip());
    }
    let link = format!("http://{}/", local(address));
    writeln!(io::stdout(), "{link}\nCtrl-C ends it.")?;
    if !args.no_browser && has_screen() {
        open_browser(link)?;
    }
    let stop = stop_on_interrupt()?;
    start_thread(move || site.serve())?;
    while !stop.is_set() {
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

impl WebArgs {
    fn bind(&self, engine: &Engine) -> anyhow::Result<Site> {
        let bind = |port| Site::bind(&self.host, port, engine.clone());
        let site = match self.port {
            Some(port) => bind(port),
            None => bind(USUAL_PORT).or_else(|_| bind(0)),
        };
        let port = self.port.unwrap_or(USUAL_PORT);
        site.with_context(|| format!("cannot listen on {}, port {port}", self.host))
    }
}

/// The address that a browser on this machine can open.
fn local(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), address.port())
    } else {
        address
    }
}

/// Whether there is a screen for a browser. Without one a terminal's browser might come up, which cannot show the page.
fn has_screen() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// Opens the page, in a thread of its own: some systems wait until the browser is closed.
fn open_browser(link: String) -> io::Result<()> {
    start_thread(move || {
        if let Err(error) = open::that_detached(&link) {
            log::warn!("no browser was opened ({error}): open {link} yourself");
        }
    })
}
