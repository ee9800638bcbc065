//! HexCoven
pub mod board;
pub mod circuit;
pub mod params;
pub mod search;
