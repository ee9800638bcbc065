//! The parts of the page, compiled in.

use super::http::Reply;

const HTML: &str = "text/html";
const CSS: &str = "text/css";
const SCRIPT: &str = "text/javascript";
const PICTURE: &str = "image/svg+xml";

/// A path, the media type, and the content.
type Asset = (&'static str, &'static str, &'static str);

macro_rules! script {
    ($name:literal) => {
        (concat!("/", $name, ".js"), SCRIPT, include_str!(concat!("page/", $name, ".js")))
    };
}

const ASSETS: &[Asset] = &[
    ("/", HTML, include_str!("page/index.html")),
    ("/style.css", CSS, include_str!("page/style.css")),
    ("/icon.svg", PICTURE, include_str!("page/icon.svg")),
    script!("address"),
    script!("analysis"),
    script!("board"),
    script!("chances"),
    script!("clock"),
    script!("controls"),
    script!("dialogs"),
    script!("game"),
    script!("graph"),
    script!("keys"),
    script!("main"),
    script!("marks"),
    script!("panel"),
    script!("proof"),
    script!("records"),
    script!("review"),
    script!("server"),
    script!("setup"),
    script!("state"),
    script!("status"),
    script!("texts"),
    script!("tree"),
    script!("variations"),
    script!("walk"),
];

/// The part of the page at this path.
pub(super) fn at(path: &str) -> Option<Reply> {
    let (_, kind, content) = ASSETS.iter().find(|(name, ..)| *name == path)?;
    Some(Reply { status: 200, kind, body: content.as_bytes().to_vec() })
}
