//! Why a request was refused: a status of HTTP, and a message for the person at the page.

use crate::board::{ParseCellError, ParseDiagramError, SizeError};
use crate::params::ParamError;
use crate::player::PlayError;
use crate::record::{ParseOptionError, RecordError};
use std::fmt::Display;

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The status of HTTP.
    pub(super) status: u16,
    /// The message.
    pub(super) message: String,
}

impl Refusal {
    /// A refusal with this status.
    pub(super) fn new(status: u16, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    /// What was asked makes no sense.
    pub(super) fn bad(error: impl Display) -> Self {
        Self::new(400, error.to_string())
    }
}

macro_rules! refused_as_bad {
    ($($error:ty)*) => {$(
        impl From<$error> for Refusal {
            fn from(error: $error) -> Self {
                Self::bad(error)
            }
        }
    )*};
}

refused_as_bad!(ParamError ParseCellError ParseDiagramError ParseOptionError PlayError RecordError SizeError);
