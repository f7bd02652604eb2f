import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { setPriority } from "node:os";
import type { ConnectionOptions } from "../replay/connection.ts";
import { readMainThread } from "./read-process.ts";

export interface ProbeOptions {
  readonly connection: ConnectionOptions;
  readonly pid: number;
  /** Path that the client reads in addition to /readyz. */
  readonly path: string;
  readonly token: string;
}

/** Observations since the last report. */
export interface ProbeReport {
  /** Longest processor time that the server's main thread used while one request waited. */
  readonly gapMs: number;
  /** Longest time by the clock that one request waited. */
  readonly wallMs: number;
  readonly peakMegabytes: number;
  readonly requests: number;
  readonly failures: readonly string[];
}

export type ProbeMessage = { readonly start: ProbeOptions } | { readonly report: true };

const READY_EVERY_MS = 10;
const READ_EVERY_MS = 100;
const MAX_FAILURES = 3;

/**
 * An honest client in a process of its own, so that the load of the attacker does not delay it: sends GET /readyz every
 * 10 ms and reads an object every 100 ms.
 */
class Probe {
  readonly #options: ProbeOptions;
  readonly #agents: readonly Agent[];
  #gapMs = 0;
  #wallMs = 0;
  #peakMegabytes = 0;
  #requests = 0;
  #failures: string[] = [];

  constructor(options: ProbeOptions) {
    this.#options = options;
    this.#agents = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: 1, ca: options.connection.ca }));
    void this.#repeat({ agent: this.#agents[0] as Agent, path: "/readyz", everyMs: READY_EVERY_MS });
    void this.#repeat({ agent: this.#agents[1] as Agent, path: options.path, everyMs: READ_EVERY_MS });
  }

  report(): ProbeReport {
    const report = {
      gapMs: this.#gapMs,
      wallMs: this.#wallMs,
      peakMegabytes: Math.max(this.#peakMegabytes, this.#readMegabytes()),
      requests: this.#requests,
      failures: this.#failures,
    };
    this.#gapMs = 0;
    this.#wallMs = 0;
    this.#peakMegabytes = 0;
    this.#requests = 0;
    this.#failures = [];
    return report;
  }

  async #repeat(asked: { readonly agent: Agent; readonly path: string; readonly everyMs: number }): Promise<void> {
    for (;;) {
      const startMs = performance.now();
      await this.#ask(asked.agent, asked.path);
      this.#peakMegabytes = Math.max(this.#peakMegabytes, this.#readMegabytes());
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, startMs + asked.everyMs - performance.now())));
    }
  }

  async #ask(agent: Agent, path: string): Promise<void> {
    try {
      const before = this.#readTimes();
      const status = await this.#get(agent, path);
      const after = this.#readTimes();
      const delayedMs = after.own.queuedMs - before.own.queuedMs;
      const wallMs = Math.max(0, after.ms - before.ms - delayedMs);
      this.#wallMs = Math.max(this.#wallMs, wallMs);
      this.#gapMs = Math.max(this.#gapMs, Math.min(wallMs, after.server.runMs - before.server.runMs));
      this.#requests++;
      if (status !== 200) {
        this.#fail(`GET ${path}: ${status}`);
      }
    } catch (error) {
      this.#fail(`GET ${path}: ${error instanceof Error ? error.message : String(error)}`);
      await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
    }
  }

  #readTimes() {
    return { ms: performance.now(), own: readMainThread("self"), server: readMainThread(this.#options.pid) };
  }

  #get(agent: Agent, path: string): Promise<number> {
    const { connection, token } = this.#options;
    const headers = path === "/readyz" ? {} : { authorization: `Bearer ${token}` };
    return new Promise((resolve, reject) => {
      const asked = request(new URL(path, connection.url), { agent, headers }, (response) => {
        response.resume();
        response.once("end", () => resolve(response.statusCode ?? 0));
        response.once("error", reject);
      });
      asked.once("error", reject);
      asked.end();
    });
  }

  #fail(text: string): void {
    if (this.#failures.length < MAX_FAILURES) {
      this.#failures.push(text);
    }
  }

  #readMegabytes(): number {
    try {
      const status = readFileSync(`/proc/${this.#options.pid}/status`, "utf8");
      return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  }
}

/** Raises the priority of this process if the system allows it. */
function raisePriority(): void {
  try {
    setPriority(-10);
  } catch {
    // Without the permission, the probe's own waiting time is still subtracted.
  }
}

let probe: Probe | undefined;
raisePriority();
process.on("message", (message: ProbeMessage) => {
  if ("start" in message) {
    probe = new Probe(message.start);
  } else {
    process.send?.(probe?.report());
  }
});
process.on("disconnect", () => process.exit(0));
