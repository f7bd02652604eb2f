import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { makeCertificates } from "./serve/make-certificates.ts";

const BIN = fileURLToPath(new URL("../bin/kiln.mjs", import.meta.url));

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kiln-cli-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Kiln {
  readonly process: ChildProcess;
  readonly output: { out: string; err: string };
}

function start(args: readonly string[]): Kiln {
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    output.out += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    output.err += String(chunk);
  });
  cleanUps.push(() => child.kill("SIGKILL"));
  return { process: child, output };
}

async function finish({ process: child, output }: Kiln): Promise<{ code: number | null; out: string; err: string }> {
  const [code] = child.exitCode === null ? await once(child, "close") : [child.exitCode];
  return { code, ...output };
}

async function ready(kiln: Kiln): Promise<void> {
  while (!kiln.output.out.includes("\n")) {
    await once(kiln.process.stdout as NonNullable<ChildProcess["stdout"]>, "data");
  }
}

interface Kubeconfig {
  readonly clusters: [{ cluster: { server: string; "certificate-authority-data": string } }];
  readonly users: [{ user: { "client-certificate-data": string; "client-key-data": string } }];
}

/** Sends a GET request as the administrator, or with the token. */
async function get(kubeconfig: string, path: string, token?: string): Promise<{ status: number; body: string }> {
  const config = JSON.parse(readFileSync(kubeconfig, "utf8")) as Kubeconfig;
  const { server, "certificate-authority-data": ca } = config.clusters[0].cluster;
  const { "client-certificate-data": cert, "client-key-data": key } = config.users[0].user;
  const bytes = (text: string) => Buffer.from(text, "base64");
  const credential =
    token === undefined ? { cert: bytes(cert), key: bytes(key) } : { headers: { authorization: `Bearer ${token}` } };
  const asked = request(`${server}${path}`, { ca: bytes(ca), agent: false, ...credential });
  asked.end();
  const [response] = await once(asked, "response");
  let body = "";
  for await (const chunk of response) {
    body += String(chunk);
  }
  return { status: response.statusCode, body };
}

describe("kiln", () => {
  it("ends quietly when its output is closed", async () => {
    const command = `"${process.execPath}" "${BIN}" lint --rules | true`;
    const child = spawn("sh", ["-c", command], { stdio: ["ignore", "pipe", "pipe"] });
    let err = "";
    child.stderr.on("data", (chunk) => {
      err += String(chunk);
    });
    await once(child, "close");
    expect(err).toBe("");
  });
});

describe("kiln serve", () => {
  it("says when it is ready, can be talked to with its kubeconfig, and ends cleanly", async () => {
    const folder = makeFolder();
    const kiln = start(["serve", "--listen", "127.0.0.1:0", "--data-dir", folder]);
    await ready(kiln);
    expect(kiln.output.out).toMatch(/^ready https:\/\/127\.0\.0\.1:\d+ in \d+ ms\n/);
    const kubeconfig = join(folder, "kubeconfig");
    expect(statSync(kubeconfig).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "pki", "ca.key")).mode & 0o777).toBe(0o600);
    expect(await get(kubeconfig, "/readyz")).toEqual({ status: 200, body: "ok" });
    expect((await get(kubeconfig, "/api/v1/namespaces/default")).status).toBe(200);
    expect((await get(kubeconfig, "/metrics")).body).toContain("process_resident_memory_bytes ");
    kiln.process.kill("SIGTERM");
    expect(await finish(kiln)).toMatchObject({ code: 0, err: "" });
  });

  it("says that it is about to stop while it still answers, if it is given the time", async () => {
    const folder = makeFolder();
    const kiln = start(["serve", "--listen", "127.0.0.1:0", "--data-dir", folder, "--shutdown-delay-duration", "4s"]);
    await ready(kiln);
    const kubeconfig = join(folder, "kubeconfig");
    kiln.process.kill("SIGTERM");
    let answer = await get(kubeconfig, "/readyz");
    while (answer.status === 200) {
      answer = await get(kubeconfig, "/readyz");
    }
    expect(answer).toMatchObject({ status: 500, body: expect.stringContaining("[-]shutdown failed: reason withheld") });
    expect((await get(kubeconfig, "/api/v1/namespaces/default")).status).toBe(200);
    const { code, err } = await finish(kiln);
    expect(code).toBe(0);
    // Without a terminal, log lines are JSON.
    const [line = ""] = err.split("\n");
    expect(JSON.parse(line)).toMatchObject({
      level: 30,
      msg: "health check failed: readyz/shutdown: process is shutting down",
      check: "shutdown",
    });
  });

  it("logs nothing if it is asked not to", async () => {
    const folder = makeFolder();
    const args = ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder, "--store", "memory"];
    const kiln = start([...args, "--log-level", "silent", "--shutdown-delay-duration", "1s"]);
    await ready(kiln);
    kiln.process.kill("SIGTERM");
    // During shutdown a request may fail, which is logged.
    let status = 200;
    while (status === 200) {
      status = (await get(join(folder, "kubeconfig"), "/readyz")).status;
    }
    expect(status).toBe(500);
    expect(await finish(kiln)).toMatchObject({ code: 0, err: "" });
  });

  it("keeps its certificates and objects from one start to the next", async () => {
    const folder = makeFolder();
    const seen: string[] = [];
    for (let round = 0; round < 2; round++) {
      const kiln = start(["serve", "--listen", "127.0.0.1:0", "--data-dir", folder]);
      await ready(kiln);
      seen.push((await get(join(folder, "kubeconfig"), "/api/v1/namespaces/default")).body);
      seen.push(readFileSync(join(folder, "pki", "ca.crt"), "utf8"));
      kiln.process.kill("SIGINT");
      expect((await finish(kiln)).code).toBe(0);
    }
    expect(seen.slice(0, 2)).toEqual(seen.slice(2));
  });

  it("authenticates tokens of a file, and no others", async () => {
    const folder = makeFolder();
    const tokens = join(folder, "tokens.csv");
    writeFileSync(tokens, 'secret,jane,1,"system:masters"\nother,joe,2\n');
    const args = ["serve", "--listen", "127.0.0.1:0", "--store", "memory", "--data-dir", folder];
    const kiln = start([...args, "--token-auth-file", tokens]);
    await ready(kiln);
    const statusOf = async (token: string) =>
      (await get(join(folder, "kubeconfig"), "/api/v1/configmaps", token)).status;
    expect([await statusOf("secret"), await statusOf("other"), await statusOf("wrong")]).toEqual([200, 403, 401]);
  });

  it("does not know those whose certificate another authority signed", async () => {
    const folder = makeFolder();
    const kiln = start(["serve", "--listen", "127.0.0.1:0", "--store", "memory", "--data-dir", folder]);
    await ready(kiln);
    const kubeconfig = join(folder, "kubeconfig");
    const config = JSON.parse(readFileSync(kubeconfig, "utf8")) as Kubeconfig;
    const { admin } = makeCertificates(["127.0.0.1"], new Date());
    const encode = (pem: string) => Buffer.from(pem).toString("base64");
    config.users[0].user = { "client-certificate-data": encode(admin.cert), "client-key-data": encode(admin.key) };
    const forged = join(folder, "forged");
    writeFileSync(forged, JSON.stringify(config));
    const target = "/api/v1/namespaces/default/secrets";
    expect([(await get(kubeconfig, target)).status, (await get(forged, target)).status]).toEqual([200, 401]);
  });

  it("gives one sentence and code 1 if its port is taken", async () => {
    const folder = makeFolder();
    const first = start(["serve", "--listen", "127.0.0.1:0", "--store", "memory", "--data-dir", join(folder, "a")]);
    await ready(first);
    const taken = /127\.0\.0\.1:\d+/.exec(first.output.out)?.[0] ?? "";
    const second = await finish(
      start(["serve", "--listen", taken, "--store", "memory", "--data-dir", join(folder, "b")]),
    );
    expect(second).toEqual({
      code: 1,
      out: "",
      err: `kiln serve: another program already listens on ${taken}; --listen 127.0.0.1:0 takes a free port\n`,
    });
  });

  it.each(["lmdb", "memory"])(
    "gives one sentence and code 1 if another process has its directory, with a store in %s",
    async (store) => {
      const folder = makeFolder();
      const args = ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder];
      const first = start(args);
      await ready(first);
      const second = await finish(start([...args, "--store", store]));
      expect(second).toMatchObject({ code: 1, out: "" });
      expect(second.err).toMatch(
        new RegExp(
          `^kiln serve: Process ${first.process.pid} is using .*: stop it first, or use another directory and port: --data-dir DIR and --listen 127.0.0.1:0\n$`,
        ),
      );
    },
  );

  it.skipIf(process.getuid?.() === 0)("gives one sentence and code 1 if it may not write where it should", async () => {
    const folder = join(makeFolder(), "locked");
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    const { code, err } = await finish(start(["serve", "--listen", "127.0.0.1:0", "--data-dir", join(folder, "data")]));
    expect([code, err]).toEqual([1, `kiln serve: ${join(folder, "data")} cannot be read or written by this user\n`]);
  });

  it.each([
    [["--tls-cert-file", "nowhere.crt", "--tls-private-key-file", "nowhere.key"], 1, "there is no file nowhere.crt"],
    [["--token-auth-file", "nowhere.csv"], 1, "there is no file nowhere.csv"],
    [
      ["--listen", "192.0.2.1:0"],
      1,
      "this machine has no address 192.0.2.1; --listen takes one of its own, such as 127.0.0.1",
    ],
    [
      ["--authorization-mode", "Webhook", "--authorization-webhook-config-file", "nowhere.yaml"],
      1,
      "--authorization-webhook-config-file: there is no kubeconfig at nowhere.yaml",
    ],
    [["--port", "1"], 2, "Unknown option '--port'"],
    [["--store", "disk"], 2, '--store takes lmdb or memory or etcd, not "disk"'],
  ])("with %j ends with code %d and says: %s", async (args, code, sentence) => {
    const folder = join(makeFolder(), "data");
    const base = ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder, "--store", "memory"];
    const ended = await finish(start([...base, ...args]));
    expect([ended.code, ended.err.split("\n")[0]]).toEqual([code, `kiln serve: ${sentence}`]);
    expect(existsSync(folder)).toBe(code === 1);
  });
});

describe("kiln", () => {
  it.each([
    [[], 0, /^Kiln is a Kubernetes-compatible API server[\s\S]*kiln serve[\s\S]*kiln lint[\s\S]*kiln envtest/],
    [["--help"], 0, /^Kiln is a Kubernetes-compatible API server[\s\S]*Commands:/],
    [["-v"], 0, /^kiln \d+/],
    [["serve", "--help"], 0, /^kiln serve: a Kubernetes-compatible API server\n[\s\S]*--token-auth-file/],
    [["help", "serve"], 0, /^kiln serve: a Kubernetes-compatible API server\n/],
    [["surf"], 2, /^kiln has no command "surf"; kiln --help lists them\n$/],
    [["serv"], 2, /^kiln has no command "serv"; did you mean "serve"\?\n$/],
    [["help", "lnt"], 2, /^kiln has no command "lnt"; did you mean "lint"\?\n$/],
    [["serve", "--lisen", "a"], 2, /^kiln serve: Unknown option '--lisen'; did you mean "--listen"\?\n/],
    [["--version"], 0, /^kiln \d+\.\d+\.\d+ \(Node \d+\.\d+\.\d+\)\n$/],
    [["version"], 0, /^kiln \d+/],
  ])("%j ends with code %d", async (args, code, said) => {
    const ended = await finish(start(args));
    expect(ended.code).toBe(code);
    expect(ended.out + ended.err).toMatch(said);
  });
});
