//! HexCoven
pub mod analysis;
pub mod board;
pub mod circuit;
pub mod cli;
pub mod contest;
pub mod gtp;
pub mod params;
pub mod player;
pub mod search;
