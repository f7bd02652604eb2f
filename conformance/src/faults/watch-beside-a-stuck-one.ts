import { once } from "node:events";
import type { ClientHttp2Session, ClientHttp2Stream } from "node:http2";
import { ask, openSession, startKilnProcess } from "./kiln-process.ts";

const STREAMS_PER_CONNECTION = 200;
const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const OBJECTS = 300;
const OBJECT_BYTES = 8 * 1024;

/**
 * Many watchers and one that never reads: all others must get every event, and the stuck one must not make the server
 * grow.
 */
export async function watchBesideAStuckOne(count: number): Promise<boolean> {
  const kiln = await startKilnProcess(["--store", "memory"]);
  try {
    const writer = await openSession(kiln.connection);
    const stuck = await openWatch(await openSession(kiln.connection));
    stuck.pause();
    const watchers = await openWatchers(count, () => openSession(kiln.connection));
    const counts = watchers.map(countEvents);
    const before = kiln.residentMegabytes();
    for (let i = 0; i < OBJECTS; i++) {
      const body = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: `m${i}` },
        data: { x: "x".repeat(OBJECT_BYTES) },
      };
      await ask(writer, `POST ${CONFIG_MAPS}`, body);
    }
    const events = await Promise.all(counts);
    const missed = events.filter((seen) => seen < OBJECTS).length;
    const grown = kiln.residentMegabytes() - before;
    console.log(
      `${count} watchers, ${OBJECTS} events: ${missed} missed some; ${Math.round(grown)} MB more beside a stuck one`,
    );
    return missed === 0 && (await kiln.stop()) === 0;
  } finally {
    kiln.child.kill("SIGKILL");
  }
}

async function openWatch(session: ClientHttp2Session): Promise<ClientHttp2Stream> {
  const stream = session.request({ ":path": `${CONFIG_MAPS}?watch=true&resourceVersion=0` });
  stream.on("error", () => {});
  await once(stream, "response");
  return stream;
}

async function openWatchers(count: number, open: () => Promise<ClientHttp2Session>): Promise<ClientHttp2Stream[]> {
  const streams: ClientHttp2Stream[] = [];
  while (streams.length < count) {
    const session = await open();
    const wanted = Math.min(STREAMS_PER_CONNECTION, count - streams.length);
    streams.push(...(await Promise.all(Array.from({ length: wanted }, () => openWatch(session)))));
  }
  return streams;
}

/** Events end with a line break, which is nowhere else in them. */
function countEvents(stream: ClientHttp2Stream): Promise<number> {
  return new Promise((resolve) => {
    let seen = 0;
    stream.on("data", (chunk: Buffer) => {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) {
        seen++;
      }
      if (seen >= OBJECTS) {
        resolve(seen);
      }
    });
    stream.once("close", () => resolve(seen));
  });
}
