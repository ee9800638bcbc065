//! Records of every form, and laws about them.
