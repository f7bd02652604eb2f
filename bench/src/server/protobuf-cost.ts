import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import type { Comparison, Work } from "../benchmark.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const OBJECTS = 200;

/** Compares reads in another encoding with reads in JSON, the stored one. */
async function compareReads(target: string, bound: number): Promise<Comparison> {
  const server = await startTestServer();
  for (let i = 0; i < OBJECTS; i++) {
    const metadata = { name: `c${i}`, labels: { app: "bench", part: String(i) } };
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "x".repeat(400), b: "y".repeat(200) } };
    await server.send("POST", CONFIG_MAPS, { body });
  }
  return {
    subject: reads(server, target, "application/vnd.kubernetes.protobuf"),
    baseline: reads(server, target, "application/json"),
    bound: { most: bound },
    close: () => server.close(),
  };
}

function reads({ open }: TestServer, target: string, accept: string): Work {
  const run = async () => {
    const { status, body } = await open("GET", target, { headers: { accept } });
    if (status !== 200 || body === undefined) {
      throw new Error(`${target} was answered with ${status}`);
    }
    if (!(body instanceof Uint8Array)) {
      for await (const _ of body) {
        // Only the time of the response matters, not its content.
      }
    }
  };
  return { name: accept, run, isCpuBound: true };
}

export function compareProtobufGet(): Promise<Comparison> {
  return compareReads(`${CONFIG_MAPS}/c1`, 5);
}

/** Cost of decoding and encoding a list: JSON is sent as stored. */
export function compareProtobufList(): Promise<Comparison> {
  return compareReads(CONFIG_MAPS, 18);
}
