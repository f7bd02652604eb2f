import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Logger } from "@kiln/api";
import { executableFiles } from "../../executable.ts";
import { processMetrics } from "../process-metrics.ts";
import type { PlainFamily } from "./merge-metrics.ts";
import { toPlainFamilies } from "./merge-metrics.ts";
import { type FromWorker, STORE_CHANNEL, type ToWorker } from "./worker-messages.ts";

export interface WorkerProcessesOptions {
  readonly count: number;
  /** Arguments of `kiln serve`. */
  readonly args: readonly string[];
  readonly log: Logger;
}

/** The worker processes of a server. A worker that ends unexpectedly is replaced. */
export interface WorkerProcesses {
  /**
   * Starts the workers and gives each the socket to the primary's store. Resolves when all are ready; rejects if one
   * ends first.
   */
  start(attach: (channel: Duplex) => void): Promise<void>;
  /** Passes a connection to the worker with the fewest; it waits while none is ready. */
  connect(socket: Socket): void;
  sendAll(message: ToWorker): void;
  /** Stops the workers; resolves when all have ended. */
  stop(): Promise<void>;
}

interface Worker {
  readonly process: ChildProcess;
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  isReady: boolean;
  connections: number;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** Time after which a worker counts as stable: its end then has another cause than that of the worker it replaced. */
const SETTLED_MS = 60_000;
const STOP_MS = 10_000;
const METRICS_MS = 2000;
/** Maximum number of connections that wait for a worker. */
const MAX_WAITING = 1024;

export function spawnWorkers({ count, args, log }: WorkerProcessesOptions): WorkerProcesses {
  const workers = new Set<Worker>();
  let attach: ((channel: Duplex) => void) | undefined;
  let isStopping = false;
  let pauseMs = FIRST_PAUSE_MS;
  const exchange = createCollector(workers);
  const connections = createConnectionQueue(workers);
  const begin = (worker: Worker) => {
    attach?.(worker.process.stdio[STORE_CHANNEL] as Duplex);
    send(worker, { type: "start" });
  };
  const add = () => {
    const worker = spawnWorker(args, exchange);
    void worker.ready.then(connections.handOut);
    const startedMs = performance.now();
    workers.add(worker);
    void worker.ended.then(() => {
      workers.delete(worker);
      if (isStopping || attach === undefined) {
        return;
      }
      const { exitCode, signalCode, pid } = worker.process;
      log.error({ pid, exitCode, signal: signalCode }, "worker process ended: starting another");
      pauseMs = performance.now() - startedMs > SETTLED_MS ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      setTimeout(() => isStopping || begin(add()), pauseMs);
    });
    return worker;
  };
  for (let i = 0; i < count; i++) {
    add();
  }
  return {
    async start(given) {
      const all = [...workers];
      const failed = all.map(({ ended }) =>
        ended.then(() =>
          Promise.reject(new Error("a worker process ended before it was ready; the lines above say why")),
        ),
      );
      attach = given;
      all.forEach(begin);
      await Promise.race([Promise.all(all.map(({ ready }) => ready)), ...failed]);
      // All are ready: a worker that ended meanwhile is replaced, as from now on.
      for (const failure of failed) {
        failure.catch(() => {});
      }
    },
    connect: connections.add,
    sendAll(message) {
      for (const worker of workers) {
        send(worker, message);
      }
    },
    async stop() {
      isStopping = true;
      connections.close();
      const timer = setTimeout(() => killAll(workers), STOP_MS);
      for (const worker of workers) {
        if (worker.isReady) {
          send(worker, { type: "stop" });
        } else {
          worker.process.kill("SIGKILL");
        }
      }
      await Promise.all([...workers].map(({ ended }) => ended));
      clearTimeout(timer);
    },
  };
}

/** Connections that wait for a worker. */
interface ConnectionQueue {
  add(socket: Socket): void;
  /** Must be called when a worker is ready: passes the waiting connections to it. */
  handOut(): void;
  close(): void;
}

function createConnectionQueue(workers: ReadonlySet<Worker>): ConnectionQueue {
  const waiting: Socket[] = [];
  const add = (socket: Socket) => {
    const [first, ...rest] = [...workers].filter(({ isReady }) => isReady);
    if (first !== undefined) {
      const least = rest.reduce((best, worker) => (worker.connections < best.connections ? worker : best), first);
      least.connections += 1;
      least.process.send({ type: "connection" } satisfies ToWorker, socket, (error) => error && socket.destroy());
    } else if (waiting.length < MAX_WAITING) {
      // The worker that gets the socket handles its errors.
      socket.on("error", () => {});
      waiting.push(socket);
    } else {
      socket.destroy();
    }
  };
  const take = (use: (socket: Socket) => void) => {
    for (const socket of waiting.splice(0)) {
      use(socket);
    }
  };
  return { add, handOut: () => take(add), close: () => take((socket) => socket.destroy()) };
}

function killAll(workers: Iterable<Worker>): void {
  for (const worker of workers) {
    worker.process.kill("SIGKILL");
  }
}

function send(worker: Worker, message: ToWorker): void {
  if (worker.process.connected) {
    worker.process.send(message, () => {});
  }
}

function spawnWorker(args: readonly string[], onMetrics: (worker: Worker, message: FromWorker) => void): Worker {
  // Arguments of the child process. The single executable contains the script.
  const script = executableFiles() === undefined ? [...process.execArgv, String(process.argv[1])] : [];
  const child = spawn(process.execPath, [...script, "serve", ...args], {
    stdio: ["ignore", "inherit", "inherit", "pipe", "ipc"],
    env: { ...process.env, KILN_WORKER: "1" },
  });
  let settle = () => {};
  const ready = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const worker: Worker = { process: child, ready, ended, isReady: false, connections: 0 };
  child.on("message", (message: FromWorker) => {
    if (message.type === "ready") {
      worker.isReady = true;
      settle();
    } else if (message.type === "closed") {
      worker.connections -= message.count;
    } else {
      onMetrics(worker, message);
    }
  });
  return worker;
}

/** Answers a worker's request for the metrics of all other processes. */
function createCollector(workers: ReadonlySet<Worker>): (worker: Worker, message: FromWorker) => void {
  interface Collection {
    readonly families: (readonly PlainFamily[])[];
    left: number;
    done(): void;
  }
  const collections = new Map<number, Collection>();
  let lastId = 0;
  return (asker, message) => {
    if (message.type === "collected-metrics") {
      const collection = collections.get(message.id);
      if (collection !== undefined) {
        collection.families.push(message.families);
        collection.left -= 1;
        if (collection.left === 0) {
          collection.done();
        }
      }
      return;
    }
    if (message.type !== "ask-metrics") {
      return;
    }
    lastId += 1;
    const id = lastId;
    const others = [...workers].filter((worker) => worker !== asker && worker.isReady);
    const families = [toPlainFamilies(processMetrics())];
    const done = () => {
      clearTimeout(timer);
      collections.delete(id);
      send(asker, { type: "metrics", id: message.id, families });
    };
    const timer = setTimeout(done, METRICS_MS);
    collections.set(id, { families, left: others.length, done });
    for (const worker of others) {
      send(worker, { type: "collect-metrics", id });
    }
    if (others.length === 0) {
      done();
    }
  };
}
