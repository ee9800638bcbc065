//! HexCoven
pub mod analysis;
pub mod board;
pub mod circuit;
pub mod gtp;
pub mod params;
pub mod player;
pub mod search;
