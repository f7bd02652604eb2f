import { Agent, request } from "node:https";
import type { Figure } from "../benchmark.ts";
import { type RunningServer, startKiln } from "../server/start-server.ts";
import { expectStatus } from "./measure-point.ts";
import { plot } from "./plot.ts";

const STAGES_KB = [1, 10, 100, 250, 500, 1000];
const MAPS = "/api/v1/namespaces/default/configmaps";
const JSON_TYPE = "application/json";
/** A line of usual length in a file. */
const LINE = "a line of a file as ConfigMaps often have them, about eighty bytes long; and \\n".padEnd(80, ".");

type Points = [x: number, y: number][];

/** Measures reads and writes of ConfigMaps of up to 1 MB, in order. */
export async function largeObjects(): Promise<readonly Figure[]> {
  const server = await startKiln();
  const { ca, cert, key } = server.target;
  const agent = new Agent({ ca, cert, key, servername: "localhost", keepAlive: true, maxSockets: 1 });
  try {
    const lines = { get: [] as Points, update: [] as Points, "merge patch": [] as Points };
    for (const kb of STAGES_KB) {
      process.stderr.write(`  ${kb} KB\n`);
      const send = createSender(server, agent, kb);
      expectStatus(await send("POST", { path: MAPS, type: JSON_TYPE, body: bodyOf(kb, 0) }), 201);
      const operations = kb > 100 ? 60 : 400;
      const measure = async (operate: (turn: number) => Promise<number>) => {
        await repeat(operations / 4, operate);
        const before = server.processorMs();
        await repeat(operations, (turn) => operate(turn + operations));
        return (server.processorMs() - before) / operations;
      };
      lines.get.push([kb, await measure(() => send("GET"))]);
      const put = (turn: number) => send("PUT", { type: JSON_TYPE, body: bodyOf(kb, turn) });
      lines.update.push([kb, await measure(put)]);
      const type = "application/merge-patch+json";
      const patch = (turn: number) => send("PATCH", { type, body: Buffer.from(`{"data":{"turn":"p${turn}"}}`) });
      lines["merge patch"].push([kb, await measure(patch)]);
    }
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
    agent.destroy();
    await server.close();
  }
}

async function repeat(operations: number, operate: (turn: number) => Promise<number>): Promise<void> {
  for (let turn = 0; turn < operations; turn++) {
    expectStatus(await operate(turn), 200);
  }
}

interface Sent {
  readonly path?: string;
  readonly type?: string;
  readonly body?: Buffer;
}

/** Sends over HTTP/1.1: the HTTP/2 client of the other benchmarks sends no body longer than one frame. */
function createSender({ target }: RunningServer, agent: Agent, kb: number) {
  return (method: string, { path = `${MAPS}/m${kb}`, type, body }: Sent = {}) =>
    new Promise<number>((resolve, reject) => {
      const headers = type === undefined ? {} : { "content-type": type };
      const { host, port } = target;
      const sent = request({ host, port, path, method, headers, agent }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode ?? 0));
      });
      sent.once("error", reject);
      sent.end(body);
    });
}

function bodyOf(kb: number, turn: number): Buffer {
  const data: Record<string, string> = { turn: `u${turn}` };
  const keys = Math.max(1, Math.floor(kb / 10));
  for (let i = 0; i < keys; i++) {
    data[`file-${i}`] = LINE.repeat(Math.floor((kb * 1000) / keys / 80));
  }
  return Buffer.from(JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: `m${kb}` }, data }));
}
