use crate::{Error, Fork, Request, Result};
use std::thread::sleep;
use std::time::{Duration, Instant};

const POLL: Duration = Duration::from_millis(20);

/// When a cluster counts as settled.
#[derive(Debug, Clone, Copy)]
pub struct Settle {
    /// Without a write for so long.
    pub quiet: Duration,
    /// More requests than this, reads included, are too many.
    pub max_requests: usize,
    pub timeout: Duration,
}

impl Default for Settle {
    fn default() -> Settle {
        Settle { quiet: Duration::from_millis(300), max_requests: usize::MAX, timeout: Duration::from_secs(10) }
    }
}

impl Fork {
    /// Waits until clients write nothing any more, and gives the requests until then.
    pub fn settled(&self, settle: Settle) -> Result<Vec<Request>> {
        let start = Instant::now();
        let (mut quiet_since, mut writes) = (start, usize::MAX);
        loop {
            let seen = self.requests()?;
            let written = seen.iter().filter(|request| !request.writes.is_empty()).count();
            if seen.len() > settle.max_requests {
                return Err(Error(format!(
                    "not settled within {} requests: {} were sent",
                    settle.max_requests,
                    seen.len()
                )));
            }
            if written != writes {
                (writes, quiet_since) = (written, Instant::now());
            } else if quiet_since.elapsed() >= settle.quiet {
                return Ok(seen);
            }
            if start.elapsed() > settle.timeout {
                return Err(Error(format!("not settled within {:?}: {written} requests wrote something", settle.timeout)));
            }
            sleep(POLL);
        }
    }

    /// An error unless exactly so many requests wrote to the resource, such as `backups.example.com/status`.
    pub fn expect_writes(&self, resource: &str, count: usize) -> Result<()> {
        let wrote: Vec<Request> = self
            .requests()?
            .into_iter()
            .filter(|request| request.resource == resource && !request.writes.is_empty())
            .collect();
        if wrote.len() == count {
            return Ok(());
        }
        Err(Error(format!("{count} writes to {resource} expected, {} were made{}", wrote.len(), list(&wrote))))
    }

    /// An error if a client writes anything for so long: an operator in a steady state only reads.
    pub fn expect_no_writes(&self, during: Duration) -> Result<()> {
        let before = self.requests()?.last().map_or(0, |request| request.number);
        sleep(during);
        let wrote: Vec<Request> =
            self.requests_after(before)?.into_iter().filter(|request| !request.writes.is_empty()).collect();
        if wrote.is_empty() {
            return Ok(());
        }
        Err(Error(format!("no writes expected, {} were made{}", wrote.len(), list(&wrote))))
    }
}

fn list(requests: &[Request]) -> String {
    requests
        .iter()
        .map(|each| {
            format!("\n  {} {} {} {}/{} by {}", each.number, each.verb, each.resource, each.namespace, each.name, each.user)
        })
        .collect()
}
