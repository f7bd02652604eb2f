import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { ClientHttp2Session, ClientHttp2Stream } from "node:http2";
import { performance } from "node:perf_hooks";
import { type IdleConnection, openIdleConnection } from "./idle-connection.ts";
import { ask, type KilnProcess, openSession, startKilnProcess } from "./kiln-process.ts";

const STREAMS_PER_CONNECTION = 200;
const BATCH = 50;
const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const OBJECT_BYTES = 2 * 1024;
/** Interval of GETs and, less often, of writes whose event goes to every watcher. */
const GET_EVERY_MS = 20;
const WRITE_EVERY_MS = 1_000;
const TOUCH_EVERY_MS = 45_000;
/** Maximum ratio of the 99th percentiles with and without load. */
export const MAX_SLOWDOWN = 1.5;
/** Differences below this are noise of the machine. */
const NOISE_MS = 5;

export interface Load {
  readonly minutes: number;
  readonly connections: number;
  readonly watchers: number;
}

interface Measured {
  readonly getMs: number;
  readonly deliveryMs: number;
  readonly processorSeconds: number;
}

/**
 * Opens many watchers, first alone for a fifth of the time, then beside idle TLS connections and a watcher that does
 * not read. The 99th percentiles of a GET and of the delivery of events must stay within {@link MAX_SLOWDOWN}.
 */
export async function serveUnderLoad({ minutes, connections, watchers }: Load): Promise<boolean> {
  const kiln = await startKilnProcess([]);
  try {
    const writer = await openSession(kiln.connection);
    await ask(writer, `POST ${CONFIG_MAPS}`, configMap(0));
    const watching = await openWatchers(kiln, watchers);
    const alone = await measure(kiln, { writer, watching, forMs: minutes * 12_000 });
    report("watchers alone", kiln, alone);
    const stuck = await openWatch(await openSession(kiln.connection));
    stuck.pause();
    const idle = await openIdle(kiln, connections);
    const toucher = setInterval(() => touchAll(idle), TOUCH_EVERY_MS);
    const loaded = await measure(kiln, { writer, watching, forMs: minutes * 48_000 });
    clearInterval(toucher);
    const held = idle.filter(({ socket }) => !socket.destroyed).length;
    report(`with ${held} of ${connections} idle connections and a stuck watcher`, kiln, loaded);
    const isSteady =
      isWithin(loaded.getMs, alone.getMs) && isWithin(loaded.deliveryMs, alone.deliveryMs) && held === connections;
    for (const { socket } of idle) {
      socket.destroy();
    }
    return isSteady && (await kiln.stop()) === 0;
  } finally {
    kiln.child.kill("SIGKILL");
  }
}

function isWithin(loadedMs: number, aloneMs: number): boolean {
  return loadedMs <= Math.max(aloneMs * MAX_SLOWDOWN, aloneMs + NOISE_MS);
}

function report(name: string, kiln: KilnProcess, { getMs, deliveryMs, processorSeconds }: Measured): void {
  const memory = Math.round(kiln.residentMegabytes());
  const times = `GET ${getMs.toFixed(1)} ms, event ${deliveryMs.toFixed(1)} ms`;
  console.log(`${name}: p99 ${times}; ${processorSeconds.toFixed(1)} s of processor time, ${memory} MB resident`);
}

function configMap(count: number) {
  const data = { count: String(count), x: "x".repeat(OBJECT_BYTES) };
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "changing" }, data };
}

async function openWatch(session: ClientHttp2Session): Promise<ClientHttp2Stream> {
  const stream = session.request({ ":path": `${CONFIG_MAPS}?watch=true` });
  stream.on("error", () => {});
  await once(stream, "response");
  return stream;
}

async function openWatchers({ connection }: KilnProcess, count: number): Promise<readonly ClientHttp2Stream[]> {
  const streams: ClientHttp2Stream[] = [];
  while (streams.length < count) {
    const session = await openSession(connection);
    const wanted = Math.min(STREAMS_PER_CONNECTION, count - streams.length);
    for (const stream of await Promise.all(Array.from({ length: wanted }, () => openWatch(session)))) {
      streams.push(stream);
    }
  }
  return streams;
}

async function openIdle({ connection }: KilnProcess, count: number): Promise<readonly IdleConnection[]> {
  const idle: IdleConnection[] = [];
  for (let touchedMs = performance.now(); idle.length < count; ) {
    const wanted = Math.min(BATCH, count - idle.length);
    const opened = await Promise.all(Array.from({ length: wanted }, () => openIdleConnection(connection)));
    for (const each of opened) {
      idle.push(each);
    }
    if (performance.now() - touchedMs > TOUCH_EVERY_MS) {
      touchAll(idle);
      touchedMs = performance.now();
    }
  }
  return idle;
}

function touchAll(idle: readonly IdleConnection[]): void {
  for (const connection of idle) {
    connection.touch();
  }
}

interface Measuring {
  readonly writer: ClientHttp2Session;
  readonly watching: readonly ClientHttp2Stream[];
  readonly forMs: number;
}

async function measure(kiln: KilnProcess, { writer, watching, forMs }: Measuring): Promise<Measured> {
  const gets: number[] = [];
  const deliveries: number[] = [];
  const before = readProcessorSeconds(kiln);
  const endsAt = performance.now() + forMs;
  let writtenMs = 0;
  const listeners = watching.map((stream) => {
    const listener = () => void deliveries.push(performance.now() - writtenMs);
    stream.on("data", listener);
    return () => stream.off("data", listener);
  });
  let count = 0;
  for (let nextWrite = performance.now(); performance.now() < endsAt; ) {
    const startedMs = performance.now();
    if (startedMs >= nextWrite) {
      nextWrite = startedMs + WRITE_EVERY_MS;
      writtenMs = startedMs;
      await ask(writer, `PUT ${CONFIG_MAPS}/changing`, configMap(++count));
    } else {
      await ask(writer, `GET ${CONFIG_MAPS}/changing`);
      gets.push(performance.now() - startedMs);
    }
    await new Promise((resolve) => setTimeout(resolve, GET_EVERY_MS));
  }
  for (const stop of listeners) {
    stop();
  }
  return { getMs: p99(gets), deliveryMs: p99(deliveries), processorSeconds: readProcessorSeconds(kiln) - before };
}

function p99(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
}

/** User and system time of the process, from the kernel's hundredths of seconds. */
function readProcessorSeconds({ child }: KilnProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
