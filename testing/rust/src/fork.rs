use crate::server::{Inner, GROUP_PATH};
use crate::{error, Result};
use serde::Deserialize;
use serde_json::{json, Map, Value};
use std::sync::Arc;
use std::time::Duration;

/// What a fork starts as.
#[derive(Debug, Clone, Copy)]
pub enum Origin<'a> {
    Base,
    Fork(&'a str),
    Snapshot(&'a str),
    Empty,
}

/// A cluster of one test, deleted when it is dropped.
#[derive(Debug)]
pub struct Fork {
    pub name: String,
    pub url: String,
    /// Complete, with the fork's own credentials. JSON, which is YAML.
    pub kubeconfig: String,
    server: Arc<Inner>,
}

impl Fork {
    pub(crate) fn make(server: Arc<Inner>, origin: Origin<'_>) -> Result<Fork> {
        let spec = match origin {
            Origin::Base => json!({}),
            Origin::Fork(name) => json!({ "from": { "fork": name } }),
            Origin::Snapshot(name) => json!({ "from": { "snapshot": name } }),
            Origin::Empty => json!({ "from": { "empty": true } }),
        };
        let object = testing_object("Fork", json!({ "generateName": "test-" }), spec);
        let made = server.request("POST", &format!("{GROUP_PATH}/forks"), Some(object))?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Ok(Fork {
            name: text(&made["metadata"]["name"]),
            url: text(&made["status"]["url"]),
            kubeconfig: text(&made["status"]["kubeconfig"]),
            server,
        })
    }

    /// Sends a request to this cluster as its administrator.
    pub fn request(&self, method: &str, path: &str, body: Option<Value>) -> Result<Value> {
        self.server.request(method, &format!("/clusters/{}{path}", self.name), body)
    }

    /// Back to what it started as.
    pub fn reset(&self) -> Result<()> {
        let path = format!("{GROUP_PATH}/forks/{}", self.name);
        let resets = self.server.request("GET", &path, None)?["spec"]["resets"].as_i64().unwrap_or(0);
        self.server.request("PATCH", &path, Some(json!({ "spec": { "resets": resets + 1 } })))?;
        Ok(())
    }

    /// Stops time, at a text such as `2030-01-01T00:00:00Z`.
    pub fn stop_clock(&self, time: &str) -> Result<()> {
        self.change_clock(json!({ "stopped": true, "time": time, "offset": "0s" }))
    }

    /// Moves time on. Whatever fell due has happened when it returns.
    pub fn advance(&self, by: Duration) -> Result<()> {
        let clocks = self.request("GET", &format!("{GROUP_PATH}/clocks"), None)?;
        let before = clocks["items"][0]["spec"]["offset"].as_str().unwrap_or("0s");
        let before_ms: u128 = before.strip_suffix("ms").and_then(|text| text.parse().ok()).unwrap_or(0);
        self.change_clock(json!({ "offset": format!("{}ms", before_ms + by.as_millis()) }))
    }

    fn change_clock(&self, spec: Value) -> Result<()> {
        let path = format!("{GROUP_PATH}/clocks");
        if self.request("GET", &path, None)?["items"].as_array().is_some_and(|items| !items.is_empty()) {
            self.request("PATCH", &format!("{path}/cluster"), Some(json!({ "spec": spec })))?;
        } else {
            let object = testing_object("Clock", json!({ "name": "cluster" }), spec);
            self.request("POST", &path, Some(object))?;
        }
        Ok(())
    }

    /// Lets a fault act from now on. The spec is that of the kind Fault.
    pub fn inject(&self, name: &str, spec: Value) -> Result<Fault<'_>> {
        let object = testing_object("Fault", json!({ "name": name }), spec);
        self.request("POST", &format!("{GROUP_PATH}/faults"), Some(object))?;
        Ok(Fault { fork: self, path: format!("{GROUP_PATH}/faults/{name}") })
    }

    /// What clients sent, oldest first, without the server's own controllers.
    pub fn requests(&self) -> Result<Vec<Request>> {
        self.requests_after(0)
    }

    pub(crate) fn requests_after(&self, number: u64) -> Result<Vec<Request>> {
        let mut log = self.request("GET", &format!("/testing/log?after={number}"), None)?;
        let all: Vec<Request> = serde_json::from_value(log["items"].take()).map_err(error)?;
        Ok(all.into_iter().filter(|request| !request.user.is_empty()).collect())
    }
}

impl Drop for Fork {
    fn drop(&mut self) {
        let _ = self.server.request("DELETE", &format!("{GROUP_PATH}/forks/{}", self.name), None);
    }
}

/// Something that goes wrong with requests of a fork.
#[derive(Debug)]
pub struct Fault<'a> {
    fork: &'a Fork,
    path: String,
}

/// How many requests matched, and how often the fault acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Counts {
    pub matched: u64,
    pub injected: u64,
}

impl Fault<'_> {
    pub fn counts(&self) -> Result<Counts> {
        serde_json::from_value(self.fork.request("GET", &self.path, None)?["status"].take()).map_err(error)
    }

    pub fn remove(self) -> Result<()> {
        self.fork.request("DELETE", &self.path, None).map(drop)
    }
}

/// One request of a client, from the log of its cluster.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    pub number: u64,
    pub user: String,
    pub user_agent: String,
    pub verb: String,
    /// With group and subresource: `deployments.apps/status`.
    pub resource: String,
    pub namespace: String,
    pub name: String,
    /// Absent while it is being answered.
    pub code: Option<u16>,
    /// Name of the Fault that acted on it.
    pub fault: Option<String>,
    pub writes: Vec<Write>,
}

/// A change that a request made; a delete has no patch.
#[derive(Debug, Clone, Deserialize)]
pub struct Write {
    #[serde(rename = "type")]
    pub kind: String,
    pub key: String,
    pub patch: Option<Map<String, Value>>,
}

fn testing_object(kind: &str, metadata: Value, spec: Value) -> Value {
    json!({ "apiVersion": "testing.kiln.dev/v1", "kind": kind, "metadata": metadata, "spec": spec })
}
