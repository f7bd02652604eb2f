import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const KILN = fileURLToPath(new URL("../../../../bin/kiln.mjs", import.meta.url));

export interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

/** Sends requests over one connection, in order. */
export type Client = (
  method: string,
  path: string,
  object?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** A server with two workers and its own folder. */
export class WorkersServer {
  readonly folder: string = mkdtempSync(join(tmpdir(), "kiln-workers-"));
  readonly #agents: Agent[] = [];
  #primary: ChildProcess | undefined;

  async start(flags: readonly string[] = []): Promise<void> {
    const args = ["serve", "--data-dir", this.folder, "--listen", "127.0.0.1:0", "--workers", "2", ...flags];
    const child = spawn(process.execPath, [KILN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    this.#primary = child;
    let log = "";
    child.stderr.on("data", (chunk) => {
      log += chunk;
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout.once("data", () => resolve());
      child.once("exit", (code) => reject(new Error(`ended with ${code}: ${log}`)));
    });
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const primary = this.#primary as ChildProcess;
    if (primary.exitCode === null && primary.signalCode === null) {
      const exited = once(primary, "exit");
      primary.kill(signal);
      await exited;
    }
    return primary.exitCode;
  }

  async close(): Promise<void> {
    for (const agent of this.#agents) {
      agent.destroy();
    }
    await this.end("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }

  workerPids(): number[] {
    const pid = this.#primary?.pid;
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return text === "" ? [] : text.split(" ").map(Number);
  }

  /**
   * Opens a client with one connection, which goes to the worker with the fewest: the first two clients get one worker
   * each.
   */
  connect(): Client {
    const config = JSON.parse(readFileSync(join(this.folder, "kubeconfig"), "utf8"));
    const decode = (text: string) => Buffer.from(text, "base64").toString();
    const { server, "certificate-authority-data": ca } = config.clusters[0].cluster;
    const { "client-certificate-data": cert, "client-key-data": key } = config.users[0].user;
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: decode(ca), cert: decode(cert), key: decode(key) });
    this.#agents.push(agent);
    return (method, path, object, headers = {}) =>
      new Promise((resolve, reject) => {
        const options = { agent, method, headers: { "content-type": "application/json", ...headers } };
        const sent = request(`${server}${path}`, options, (response) => {
          let body = "";
          response.on("data", (chunk) => {
            body += chunk;
          });
          response.on("end", () => resolve({ status: response.statusCode, body }));
        });
        sent.once("error", reject);
        sent.end(object === undefined ? undefined : JSON.stringify(object));
      });
  }
}
