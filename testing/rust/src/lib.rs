//! A Kubernetes API server per test: every test gets a fork of one Kiln server, which the test process starts once.
//!
//! It needs the kiln command; the variable `KILN` names another than the one on `PATH`. Calls block: in an async test they
//! take milliseconds. Hand [`Fork::kubeconfig`] to `kube::config::Kubeconfig::from_yaml`.
//!
//! ```no_run
//! let fork = kiln_testing::server()?.fork()?;
//! let fault = fork.inject("conflict", serde_json::json!({
//!     "match": { "verbs": ["update"] }, "action": "Status", "code": 409, "times": 1,
//! }))?;
//! // Run the operator on fork.kubeconfig, then:
//! fork.settled(Default::default())?;
//! fork.expect_writes("backups.example.com/status", 1)?;
//! assert_eq!(fault.counts()?.injected, 1);
//! # Ok::<(), kiln_testing::Error>(())
//! ```

mod expect;
mod fork;
mod server;

pub use expect::Settle;
pub use fork::{Counts, Fault, Fork, Origin, Request, Write};
pub use server::{server, Server};

use std::fmt;

/// Why something could not be done: the server's message, or why it was not reached.
#[derive(Debug, Clone)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

pub(crate) fn error(cause: impl fmt::Display) -> Error {
    Error(cause.to_string())
}

pub type Result<T> = std::result::Result<T, Error>;
