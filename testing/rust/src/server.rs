use crate::{error, Error, Fork, Origin, Result};
use serde_json::{json, Value};
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::{env, fs, process, thread};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::Agent;

pub(crate) const GROUP_PATH: &str = "/apis/testing.kiln.dev/v1";

/// The one server of this test process, started when it is first asked for. It ends with the process, however that ends.
pub fn server() -> Result<&'static Server> {
    static SHARED: OnceLock<Result<Server>> = OnceLock::new();
    SHARED.get_or_init(|| Server::start(&[])).as_ref().map_err(Error::clone)
}

/// A running `kiln serve --testing`. Dropping it ends it with all its forks.
#[derive(Debug)]
pub struct Server {
    inner: Arc<Inner>,
    child: Child,
    folder: PathBuf,
}

#[derive(Debug)]
pub(crate) struct Inner {
    url: String,
    token: String,
    agent: Agent,
}

impl Server {
    /// Starts a server of its own, in memory, on a free port, with further flags of `kiln serve`.
    pub fn start(flags: &[&str]) -> Result<Server> {
        let program = env::var("KILN").unwrap_or_else(|_| "kiln".into());
        let token = random_text()?;
        let folder = env::temp_dir().join(format!("kiln-test-{}-{}", process::id(), &token[..8]));
        fs::create_dir_all(&folder).map_err(error)?;
        let tokens = folder.join("tokens.csv");
        fs::write(&tokens, format!("{token},kiln-testing,kiln-testing,system:masters\n")).map_err(error)?;
        let mut child = Command::new(&program)
            .args(["serve", "--testing", "--store", "memory", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(&folder)
            .arg("--token-auth-file")
            .arg(&tokens)
            .args(flags)
            .env("KILN_STOP_WITH_PARENT", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|cause| Error(format!("{program}: {cause}")))?;
        if let Err(failure) = wait_until_ready(&program, &mut child) {
            let _ = fs::remove_dir_all(&folder);
            return Err(failure);
        }
        let inner = Arc::new(Inner::connect(&folder, token)?);
        Ok(Server { inner, child, folder })
    }

    /// Where the base cluster is.
    pub fn url(&self) -> &str {
        &self.inner.url
    }

    /// Sends a request to the base cluster as its administrator.
    pub fn request(&self, method: &str, path: &str, body: Option<Value>) -> Result<Value> {
        self.inner.request(method, path, body)
    }

    /// A cluster that starts as the base cluster is now, and is deleted when it is dropped.
    pub fn fork(&self) -> Result<Fork> {
        self.fork_from(Origin::Base)
    }

    pub fn fork_from(&self, origin: Origin<'_>) -> Result<Fork> {
        Fork::make(Arc::clone(&self.inner), origin)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The rest of both outputs is read and dropped: a full pipe would stop the server.
fn wait_until_ready(program: &str, child: &mut Child) -> Result<()> {
    let mut lines = BufReader::new(child.stdout.take().expect("the output is a pipe")).lines();
    let mut complaints = child.stderr.take().expect("the output is a pipe");
    if lines.by_ref().map_while(|line| line.ok()).any(|line| line.starts_with("ready ")) {
        thread::spawn(move || lines.for_each(drop));
        thread::spawn(move || std::io::copy(&mut complaints, &mut std::io::sink()));
        return Ok(());
    }
    let mut said = String::new();
    let _ = complaints.read_to_string(&mut said);
    let _ = child.wait();
    Err(Error(format!("{program} serve --testing ended before it was ready: {}", said.trim())))
}

impl Inner {
    /// The kubeconfig of a Kiln server is JSON.
    fn connect(folder: &std::path::Path, token: String) -> Result<Inner> {
        let text = fs::read_to_string(folder.join("kubeconfig")).map_err(error)?;
        let config: Value = serde_json::from_str(&text).map_err(error)?;
        let cluster = &config["clusters"][0]["cluster"];
        let pem = decode_base64(cluster["certificate-authority-data"].as_str().unwrap_or_default());
        let authority = Certificate::from_pem(&pem).map_err(error)?;
        let tls = TlsConfig::builder().root_certs(RootCerts::new_with_certs(&[authority])).build();
        let agent = Agent::config_builder().tls_config(tls).http_status_as_error(false).build().new_agent();
        let url = cluster["server"].as_str().unwrap_or_default().to_owned();
        Ok(Inner { url, token, agent })
    }

    pub(crate) fn request(&self, method: &str, path: &str, body: Option<Value>) -> Result<Value> {
        let kind = if method == "PATCH" { "application/merge-patch+json" } else { "application/json" };
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url))
            .header("authorization", format!("Bearer {}", self.token))
            .header("content-type", kind)
            .body(body.map(|value| value.to_string()).unwrap_or_default())
            .map_err(error)?;
        let mut answer = self.agent.run(request).map_err(error)?;
        let status = answer.status();
        let text = answer.body_mut().with_config().limit(1 << 30).read_to_string().map_err(error)?;
        let value: Value = serde_json::from_str(&text).unwrap_or(json!({ "message": text }));
        if status.is_success() {
            return Ok(value);
        }
        Err(Error(value["message"].as_str().unwrap_or(status.as_str()).to_owned()))
    }
}

fn random_text() -> Result<String> {
    let mut bytes = [0u8; 16];
    fs::File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes)).map_err(error)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn decode_base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for digit in text.bytes().filter_map(|byte| DIGITS.iter().position(|each| *each == byte)) {
        (bits, count) = (bits << 6 | digit as u32, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
