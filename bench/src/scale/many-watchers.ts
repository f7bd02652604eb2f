import type { Figure } from "../benchmark.ts";
import { H2Connection } from "../server/h2-connection.ts";
import { type RunningServer, startKiln } from "../server/start-server.ts";
import { COLLECTION, defineGadgets, GROUP } from "../server/workload.ts";
import { anonymousMib, expectStatus, growth } from "./measure-point.ts";
import { plot } from "./plot.ts";

const STAGES = [1000, 2500, 5000, 10_000];
const PER_CONNECTION = 100;
const UPDATES = 20;
const NEWLINE = 10;
const OBJECT = `${COLLECTION}/hot`;

/** Watchers of one kind, all of which receive every event. */
export class Watchers {
  events = 0;
  readonly #connections: H2Connection[] = [];
  count = 0;

  async grow(server: RunningServer, count: number): Promise<void> {
    const path = `${COLLECTION}?watch=true&resourceVersion=0`;
    const added = count - this.count;
    while (this.count < count) {
      const connection = await H2Connection.open(server.target);
      this.#connections.push(connection);
      for (let i = 0; i < PER_CONNECTION; i++) {
        // The request ends with the connection; it is not awaited.
        connection.send({ method: "GET", path }, { onData: (chunk) => this.#take(chunk) }).catch(() => {});
      }
      this.count += PER_CONNECTION;
    }
    // Each watcher first receives the existing object.
    await this.until(added);
    this.events = 0;
  }

  async until(events: number): Promise<void> {
    while (this.events < events) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  close(): void {
    for (const connection of this.#connections) {
      connection.close();
    }
  }

  #take(chunk: Buffer): void {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      this.events++;
    }
  }
}

export async function createHot(server: RunningServer): Promise<H2Connection> {
  await defineGadgets(server.target);
  const connection = await H2Connection.open(server.target);
  const hot = {
    apiVersion: `${GROUP}/v1`,
    kind: "Gadget",
    metadata: { name: "hot" },
    spec: { owner: "team", size: 0 },
  };
  const head = { method: "POST", path: COLLECTION, contentType: "application/json" } as const;
  expectStatus((await connection.send(head, { body: Buffer.from(JSON.stringify(hot)) })).status, 201);
  return connection;
}

export async function patchHot(connection: H2Connection, size: number): Promise<void> {
  const head = { method: "PATCH", path: OBJECT, contentType: "application/merge-patch+json" } as const;
  expectStatus((await connection.send(head, { body: Buffer.from(`{"spec":{"size":${size}}}`) })).status, 200);
}

/** Measures the cost of an event for each watcher, and of a watcher, up to 10,000 watchers of one kind. */
export async function manyWatchers(): Promise<readonly Figure[]> {
  const server = await startKiln();
  const watchers = new Watchers();
  try {
    const connection = await createHot(server);
    const cost: [number, number][] = [];
    const memory: [number, number][] = [];
    let size = 0;
    for (const stage of STAGES) {
      process.stderr.write(`  ${stage} watchers\n`);
      await watchers.grow(server, stage);
      const start = server.processorMs();
      for (let i = 0; i < UPDATES; i++) {
        await patchHot(connection, ++size);
        await watchers.until(stage * (i + 1));
      }
      watchers.events = 0;
      cost.push([stage, ((server.processorMs() - start) * 1000) / (stage * UPDATES)]);
      memory.push([stage, anonymousMib(server)]);
    }
    plot({
      name: "scale-watchers",
      title: "Watchers of one kind",
      xLabel: "watchers, 100 a connection",
      yLabel: "µs of processor time for an event and watcher; MiB / 100",
      lines: { "event and watcher": cost, "memory / 100": memory.map(([x, y]) => [x, y / 100]) },
    });
    const [first, last] = [memory[0], memory.at(-1)] as [[number, number], [number, number]];
    return [
      { name: "an event for a watcher, of 10,000", value: cost.at(-1)?.[1] ?? Number.NaN, unit: "µs" },
      { name: "the dearest number against the cheapest", value: growth(cost), unit: "x", bound: { most: 3 } },
      { name: "a watcher", value: ((last[1] - first[1]) * 1024) / (last[0] - first[0]), unit: "KiB" },
    ];
  } finally {
    watchers.close();
    await server.close();
  }
}
