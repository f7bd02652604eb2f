import type { JsonObject } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

function names(list: JsonObject | undefined): string[] {
  const items = (list?.items ?? []) as { metadata: { name: string } }[];
  return items.map((item) => item.metadata.name);
}

async function write({ send }: TestServer, name: string, shard: string): Promise<void> {
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels: { shard } } };
  const { status } = await send("PUT", `${configMaps}/${name}`, { body });
  if (status === 404) {
    await send("POST", configMaps, { body });
  }
}

describe("lists with a selector", () => {
  it("find the same objects as a look at all of them, whatever was written before and meanwhile", async () => {
    const step = fc.record({ name: fc.constantFrom("a", "b", "c", "d", "e"), shard: fc.constantFrom("x", "y", "") });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), fc.nat(14), async (steps, firstList) => {
        const server = await startTestServer();
        const shards = new Map<string, string>();
        for (const [index, { name, shard }] of steps.entries()) {
          if (index === firstList) {
            await server.send("GET", `${configMaps}?labelSelector=shard%3Dx`);
          }
          if (shard === "") {
            await server.send("DELETE", `${configMaps}/${name}`);
            shards.delete(name);
          } else {
            await write(server, name, shard);
            shards.set(name, shard);
          }
        }
        const found = await server.send("GET", `${configMaps}?labelSelector=shard%3Dx`);
        const expected = [...shards].filter(([, shard]) => shard === "x").map(([name]) => name);
        expect(names(found.json)).toEqual(expected.sort());
        await server.close();
      }),
      { numRuns: 60 },
    );
  });

  it("go on page by page at the revision of the first, though objects change in between", async () => {
    const server = await startTestServer();
    for (const name of ["a", "b", "c", "d", "e"]) {
      await write(server, name, "x");
    }
    const first = await server.send("GET", `${configMaps}?labelSelector=shard%3Dx&limit=2`);
    const { continue: token, resourceVersion } = (first.json?.metadata ?? {}) as Record<string, string>;
    await write(server, "c", "y");
    await server.send("DELETE", `${configMaps}/d`);
    const rest = await server.send("GET", `${configMaps}?labelSelector=shard%3Dx&limit=9&continue=${token}`);
    expect([names(first.json), names(rest.json)]).toEqual([
      ["a", "b"],
      ["c", "d", "e"],
    ]);
    expect(rest.json?.metadata).toMatchObject({ resourceVersion });
    await server.close();
  });

  it("see what is written while the heads are first read", async () => {
    const server = await startTestServer();
    for (let i = 0; i < 40; i++) {
      await write(server, `n${i}`, "x");
    }
    const [, ...lists] = await Promise.all([
      write(server, "late", "x"),
      ...Array.from({ length: 5 }, () => server.send("GET", `${configMaps}?labelSelector=shard%3Dx`)),
    ]);
    for (const { json } of lists) {
      expect([40, 41]).toContain(names(json).length);
    }
    expect(names((await server.send("GET", `${configMaps}?labelSelector=shard%3Dx`)).json)).toContain("late");
    await server.close();
  });
});
