import { createProtobuf } from "@kiln/kinds";
import { H2Connection, type Target } from "../server/h2-connection.ts";
import type { Operation } from "../server/run-load.ts";
import { COLLECTION, create } from "../server/workload.ts";
import type { PeerRow } from "./peer-row.ts";

const WATCHERS = 100;
const CONNECTIONS = 4;
/**
 * Number of writes that may precede their events: no watch is ended for lagging, and a run ends with its last events.
 */
const AHEAD = 32;
const NEWLINE = 10;
const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const PROTOBUF = "application/vnd.kubernetes.protobuf";

/** Row of creates that 100 watchers receive; the processor time is that of a create and its 100 events. */
export function watchRows(): readonly PeerRow[] {
  const protobuf = createProtobuf();
  const createMap: Operation = async (connection, turn) => {
    const metadata = { name: `watched-${turn}`, namespace: "default" };
    const body = protobuf.encode({ apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "x".repeat(900) } });
    const head = { method: "POST", path: CONFIG_MAPS, contentType: PROTOBUF, accept: PROTOBUF } as const;
    const { status } = await connection.send(head, { body: Buffer.from(body as Uint8Array) });
    if (status !== 201) {
      throw new Error(`the server answered ${status} instead of 201`);
    }
  };
  return [
    watchRow("create seen by 100 watchers", { path: COLLECTION, write: create, openCounter: openLineCounter }),
    watchRow("protobuf: create seen by 100 watchers", {
      path: CONFIG_MAPS,
      accept: `${PROTOBUF};stream=watch`,
      write: createMap,
      openCounter: openFrameCounter,
    }),
  ];
}

interface Watched {
  readonly path: string;
  readonly accept?: string;
  readonly write: Operation;
  /** Returns a function that counts the events that end in a chunk. */
  readonly openCounter: () => (chunk: Buffer) => number;
}

interface Watching {
  writes: number;
  events: number;
  readonly connections: readonly H2Connection[];
}

function watchRow(name: string, { path, accept, write, openCounter }: Watched): PeerRow {
  const byPort = new Map<number, Watching>();
  const open = async (target: Target) => {
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => H2Connection.open(target)));
    const { body } = await (connections[0] as H2Connection).send(
      { method: "GET", path: `${path}?limit=1` },
      { keepsBody: true },
    );
    const revision = JSON.parse((body as Buffer).toString()).metadata.resourceVersion;
    const watching: Watching = { writes: 0, events: 0, connections };
    byPort.set(target.port, watching);
    for (let i = 0; i < WATCHERS; i++) {
      const count = openCounter();
      const onData = (chunk: Buffer) => {
        watching.events += count(chunk);
      };
      const head = {
        method: "GET",
        path: `${path}?watch=true&resourceVersion=${revision}`,
        ...(accept === undefined ? {} : { accept }),
      } as const;
      // The request ends with the connection; it is not awaited.
      connections[i % CONNECTIONS]?.send(head, { onData }).catch(() => {});
    }
  };
  return {
    name,
    prepare: ({ target }) => open(target),
    operate: async (connection, turn) => {
      await write(connection, turn);
      const watching = byPort.get(connection.target.port) as Watching;
      watching.writes++;
      while (watching.events < (watching.writes - AHEAD) * WATCHERS) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
    undo: async ({ target }) => {
      for (const connection of byPort.get(target.port)?.connections ?? []) {
        connection.close();
      }
    },
    operations: 500,
    leastProcessor: 1,
    goal: 10,
  };
}

function openLineCounter() {
  return (chunk: Buffer) => {
    let lines = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      lines++;
    }
    return lines;
  };
}

/** Counts events with a length prefix of four bytes. */
function openFrameCounter() {
  let missing = 0;
  let head: number[] = [];
  return (chunk: Buffer) => {
    let frames = 0;
    let at = 0;
    while (at < chunk.length) {
      if (missing === 0) {
        head.push(chunk[at++] as number);
        if (head.length === 4) {
          missing = Buffer.from(head).readUInt32BE(0);
          head = [];
        }
        continue;
      }
      const taken = Math.min(missing, chunk.length - at);
      at += taken;
      missing -= taken;
      frames += missing === 0 ? 1 : 0;
    }
    return frames;
  };
}
