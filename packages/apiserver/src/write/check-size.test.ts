import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

const DEFAULT = "/api/v1/namespaces/default";
const MIB = 1024 * 1024;

function podOf(spec: object, rest: object = {}): string {
  return JSON.stringify({
    metadata: { name: "a" },
    spec: { containers: [{ name: "a", image: "a" }], ...spec },
    ...rest,
  });
}

async function create(path: string, body: string): Promise<string> {
  const { send, close } = await startTestServer();
  const { status, json } = await send("POST", path, { body });
  await close();
  return `${status} ${json?.message ?? ""}`;
}

describe("an object that the store would reject for its size", () => {
  it("is rejected in the words of etcd, managedFields and defaults counted", async () => {
    const containers = Array.from({ length: 8_000 }, (_, i) => ({ name: `a${i}`, image: "a" }));
    const body = podOf({ containers });
    expect(body.length).toBeLessThan(MIB / 2);
    expect(await create(`${DEFAULT}/pods`, body)).toBe("500 etcdserver: request is too large");
  });

  it("is rejected in a dry run, too", async () => {
    const body = podOf({ schedulerName: "a".repeat(2.1 * MIB) });
    expect(await create(`${DEFAULT}/pods?dryRun=All`, body)).toBe("500 etcdserver: request is too large");
  });

  it("is invalid where a rule of the kind limits the size", async () => {
    const body = JSON.stringify({ metadata: { name: "a" }, data: { text: "x".repeat(2 * MIB) } });
    const tooLong = "Too long: may not be more than 1048576 bytes";
    expect(await create(`${DEFAULT}/configmaps`, body)).toBe(`422 ConfigMap "a" is invalid: []: ${tooLong}`);
    expect(await create(`${DEFAULT}/secrets`, body.replace('"data"', '"stringData"'))).toBe(
      `422 Secret "a" is invalid: data: ${tooLong}`,
    );
  });

  it("is invalid where its annotations are too large", async () => {
    const annotations = { text: "x".repeat(2 * MIB) };
    expect(await create(`${DEFAULT}/pods`, podOf({}, { metadata: { name: "a", annotations } }))).toBe(
      `422 Pod "a" is invalid: metadata.annotations: Too long: may not be more than 262144 bytes`,
    );
  });

  it("is created if it is too large only with its status, which a create drops", async () => {
    const { send, close } = await startTestServer();
    const args = ["x".repeat(MIB)];
    const body = podOf(
      { containers: [{ name: "a", image: "a", args }] },
      { status: { message: "x".repeat(1.5 * MIB) } },
    );
    expect((await send("POST", `${DEFAULT}/pods`, { body })).status).toBe(201);
    await close();
  });
});
