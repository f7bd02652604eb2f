import type { Figure } from "../benchmark.ts";
import { H2Connection } from "../server/h2-connection.ts";
import type { Operation } from "../server/run-load.ts";
import { startKiln } from "../server/start-server.ts";
import { expectStatus, measurePoint } from "./measure-point.ts";
import { plot } from "./plot.ts";

const STAGES_KB = [1, 10, 100, 250, 500, 1000];
const MAPS = "/api/v1/namespaces/default/configmaps";
const JSON_TYPE = "application/json";
/** As long as a line of a file. */
const LINE = "a line of a file as ConfigMaps often have them, about eighty bytes long; and \\n".padEnd(80, ".");

/** Reads and writes of ConfigMaps of up to 1 MB. */
export async function largeObjects(): Promise<readonly Figure[]> {
  const server = await startKiln();
  try {
    const lines = {
      get: [] as [number, number][],
      update: [] as [number, number][],
      "merge patch": [] as [number, number][],
    };
    const connection = await H2Connection.open(server.target);
    for (const kb of STAGES_KB) {
      process.stderr.write(`  ${kb} KB\n`);
      const path = `${MAPS}/m${kb}`;
      const made = bodyOf(kb, 0);
      expectStatus(
        (await connection.send({ method: "POST", path: MAPS, contentType: JSON_TYPE }, { body: made })).status,
        201,
      );
      const load = { operations: kb > 100 ? 60 : 400, connections: 1, inFlightEach: 1 };
      const measure = async (operate: Operation) => {
        await measurePoint(server, operate, { ...load, operations: load.operations / 4, firstTurn: 100_000 });
        return (await measurePoint(server, operate, load)) / 1000;
      };
      lines.get.push([
        kb,
        await measure(async (each) => expectStatus((await each.send({ method: "GET", path })).status, 200)),
      ]);
      const put = { method: "PUT", path, contentType: JSON_TYPE } as const;
      lines.update.push([
        kb,
        await measure(async (each, turn) =>
          expectStatus((await each.send(put, { body: bodyOf(kb, turn) })).status, 200),
        ),
      ]);
      const patch = { method: "PATCH", path, contentType: "application/merge-patch+json" } as const;
      const change = (turn: number) => Buffer.from(`{"data":{"turn":"p${turn}"}}`);
      lines["merge patch"].push([
        kb,
        await measure(async (each, turn) => expectStatus((await each.send(patch, { body: change(turn) })).status, 200)),
      ]);
    }
    connection.close();
    plot({
      name: "scale-large-objects",
      title: "Objects of up to 1 MB",
      xLabel: "KB of the object",
      yLabel: "ms of processor time for an operation",
      lines,
    });
    return Object.entries(lines).map(([name, points]) => ({
      name: `${name} of 1 MB`,
      value: points.at(-1)?.[1] ?? Number.NaN,
      unit: "ms",
      bound: { most: 100 },
    }));
  } finally {
    await server.close();
  }
}

function bodyOf(kb: number, turn: number): Buffer {
  const data: Record<string, string> = { turn: `u${turn}` };
  const keys = Math.max(1, Math.floor(kb / 10));
  for (let i = 0; i < keys; i++) {
    data[`file-${i}`] = LINE.repeat(Math.floor((kb * 1000) / keys / 80));
  }
  return Buffer.from(JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: `m${kb}` }, data }));
}
