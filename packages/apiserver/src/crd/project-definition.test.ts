import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { DEFINITIONS, definition, version } from "../testing/definitions.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const WATCH = "/apis/example.com/v1/widgets?watch=1";
const MERGE = { "content-type": "application/merge-patch+json" };

/** Whether an open watch ends when the CRD is patched. */
async function endsBy(server: TestServer, target: string, body: JsonObject): Promise<boolean> {
  const { body: stream } = await server.open("GET", WATCH);
  let isOver = false;
  const reading = (async () => {
    for await (const _ of stream as AsyncIterable<Uint8Array>) {
      // Never runs: the kind has no objects.
    }
    isOver = true;
  })();
  await server.send("PATCH", target, { body, headers: MERGE });
  // Work after a response takes some turns, never time.
  for (let turn = 0; turn < 50 && !isOver; turn++) {
    await server.send("GET", DEFINITIONS);
  }
  const ended = isOver;
  await server.close();
  await reading.catch(() => {});
  return ended;
}

async function start(): Promise<TestServer> {
  const server = await startTestServer();
  await server.send("POST", DEFINITIONS, { body: definition() });
  return server;
}

describe("projectDefinition()", () => {
  it.each([
    [
      "its schema",
      { spec: { versions: [version({ additionalPrinterColumns: [] }), version({ name: "v2", storage: false })] } },
    ],
    ["its names", { spec: { names: { shortNames: ["w"] } } }],
  ])("ends open watches when a definition changes %s", async (_, body) => {
    expect(await endsBy(await start(), `${DEFINITIONS}/widgets.example.com`, body)).toBe(true);
  });

  it("leaves them alone when only its labels or conditions change", async () => {
    const labels = { metadata: { labels: { a: "b" } } };
    expect(await endsBy(await start(), `${DEFINITIONS}/widgets.example.com`, labels)).toBe(false);
  });

  it.each([
    ["no JSON", "{nonsense"],
    ["no definition", "{}"],
    ["a definition of the wrong types", '{"metadata":[],"spec":{"group":1,"names":"x","versions":[1]},"status":[]}'],
  ])("serves nothing of what a stranger stored that is %s, and everything else", async (_, text) => {
    const server = await start();
    const key = "/registry/apiextensions.k8s.io/customresourcedefinitions/junk.example.com";
    await server.store.create(key, new TextEncoder().encode(text));
    expect((await server.send("GET", "/apis/example.com/v1/widgets")).status).toBe(200);
    expect((await server.send("GET", "/apis/example.com/v1/junk")).status).toBe(404);
    const again = await startTestServer({ store: server.store });
    expect((await again.send("GET", "/apis/example.com/v1/widgets")).status).toBe(200);
  });
});
