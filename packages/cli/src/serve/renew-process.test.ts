import { type ChildProcess, spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCertificates } from "./open-certificates.ts";

const KILN = fileURLToPath(new URL("../../bin/kiln.mjs", import.meta.url));
const DAY_MS = 24 * 3600 * 1000;
let folder = "";
let server: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kiln-renew-"));
});
afterEach(async () => {
  if (server?.exitCode === null) {
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<{ log: () => string }> {
  const args = ["serve", "--data-dir", folder, "--listen", "127.0.0.1:0", "--store", "memory"];
  const child = spawn(process.execPath, [KILN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  server = child;
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${log}`)));
  });
  return { log: () => log };
}

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: Readonly<Record<string, string>> }[];
  readonly users: readonly { readonly user: Readonly<Record<string, string>> }[];
}

/** Sends a GET request with the kubeconfig, whose CA verifies the server. Returns the status code. */
function get(path: string): Promise<number | undefined> {
  const { clusters, users } = JSON.parse(readFileSync(join(folder, "kubeconfig"), "utf8")) as Kubeconfig;
  const decode = (text: string | undefined) => Buffer.from(text ?? "", "base64").toString();
  const { server: url, "certificate-authority-data": ca } = clusters[0]?.cluster ?? {};
  const { "client-certificate-data": cert, "client-key-data": key } = users[0]?.user ?? {};
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { ca: decode(ca), cert: decode(cert), key: decode(key) }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once("error", reject);
    sent.end();
  });
}

describe("kiln serve", () => {
  it.each([
    ["400 days ahead", 400],
    ["20 years behind", -7300],
  ])("serves after a start with the clock %s, and says what it renewed", async (_, days) => {
    const pki = join(folder, "pki");
    const before = openCertificates(pki, "127.0.0.1", { now: new Date(Date.now() + days * DAY_MS) });
    const { log } = await start();
    expect(await get("/api/v1/namespaces")).toBe(200);
    expect(log()).toMatch(/certificate renewed: [^"]*server.crt (is not valid before|expired at)/);
    expect(log()).toContain("copies of the old kubeconfig end with it");
    const server = new X509Certificate(readFileSync(join(pki, "server.crt")));
    expect(server.verify(new X509Certificate(before.ca.cert).publicKey)).toBe(true);
  });
});
