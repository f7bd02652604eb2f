import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const MERGE = "application/merge-patch+json";
const JSON_PATCH = "application/json-patch+json";

async function messageOf(body: unknown, type: string): Promise<string> {
  const { send, close } = await startTestServer();
  await send("POST", MAPS, { body: { data: { z: "1", a: "2" }, metadata: { labels: { c: "d", a: "b" }, name: "m" } } });
  const { json } = await send("PATCH", `${MAPS}/m`, { body: body as never, headers: { "content-type": type } });
  close();
  const printed = JSON.parse(/Invalid value: (".*"): /.exec(String(json?.message))?.[1] ?? '""') as string;
  return printed
    .replace(/,"managedFields":.*?\}\]/, "")
    .replaceAll(/"creationTimestamp":"[^"]*",/g, "")
    .replaceAll(/,"(uid|creationTimestamp|resourceVersion)":"[^"]*"/g, "");
}

describe("an invalid result of a patch", () => {
  it("keeps Go's order in what the patch leaves alone, and sorts what it opens", async () => {
    expect(await messageOf({ data: { z: 1 } }, MERGE)).toBe(
      '{"apiVersion":"v1","data":{"a":"2","z":1},"kind":"ConfigMap","metadata":{"name":"m","namespace":"default","labels":{"a":"b","c":"d"}}}',
    );
    expect(await messageOf({ metadata: { labels: ["x"] } }, MERGE)).toBe(
      '{"apiVersion":"v1","data":{"a":"2","z":"1"},"kind":"ConfigMap","metadata":{"labels":["x"],"name":"m","namespace":"default"}}',
    );
  });

  it("does so for JSON patches too", async () => {
    const operation = { op: "add", path: "/metadata/labels/b", value: { y: 1, x: 2 } };
    expect(await messageOf([operation], JSON_PATCH)).toBe(
      '{"apiVersion":"v1","data":{"a":"2","z":"1"},"kind":"ConfigMap","metadata":{"labels":{"a":"b","b":{"y":1,"x":2},"c":"d"},"name":"m","namespace":"default"}}',
    );
  });
});
