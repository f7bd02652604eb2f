import { decodeUtf8, type JsonObject } from "@kiln/api";
import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import { type Client, createClient, type Transport } from "@kiln/client";
import { describe, expect, it } from "vitest";
import { type MigrationProgress, migrateKind } from "./migrate-kind.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const OVENS = "/apis/example.com/v1/namespaces/default/ovens";
const MERGE = { "content-type": "application/merge-patch+json" };
const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };

function versions(stored: string, served: readonly string[] = ["v1", "v2"]): JsonObject[] {
  return ["v1", "v2"].map((name) => ({ name, served: served.includes(name), storage: name === stored, schema }));
}

const IN_V2 = '{"apiVersion":"example.com/v2","kind":"Oven"';

/** Server with three ovens stored in v1, whose CRD has the storage version v2 now. */
async function startMoved(served?: readonly string[]): Promise<{ server: TestServer; client: Client }> {
  const server = await startTestServer();
  const names = { plural: "ovens", kind: "Oven" };
  const spec = { group: "example.com", scope: "Namespaced", names, versions: versions("v1") };
  const metadata = { name: "ovens.example.com" };
  const apiVersion = "apiextensions.k8s.io/v1";
  await server.send("POST", DEFINITIONS, { body: { apiVersion, kind: "CustomResourceDefinition", metadata, spec } });
  for (const name of ["a", "b", "c"]) {
    await server.send("POST", OVENS, {
      body: { apiVersion: "example.com/v1", kind: "Oven", metadata: { name }, n: 1 },
    });
  }
  const body = { spec: { versions: versions("v2", served) } };
  await server.send("PATCH", `${DEFINITIONS}/ovens.example.com`, { headers: MERGE, body });
  return { server, client: createClient({ transport: toTransport(server), userAgent: "test/1" }) };
}

function toTransport({ open }: TestServer): Transport {
  return {
    close: () => {},
    async send({ method, target, headers, body }) {
      const answer = await open(method, target, {
        headers,
        ...(body === undefined ? {} : { body: decodeUtf8(body) }),
      });
      const bytes = answer.body ?? new Uint8Array();
      const chunks = bytes instanceof Uint8Array ? toChunks(bytes) : bytes;
      return { status: answer.status, headers: {}, body: chunks };
    },
  };
}

async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function storedTexts({ store }: TestServer): Promise<string[]> {
  const texts: string[] = [];
  for await (const { entries } of await store.range({ prefix: "/registry/example.com/ovens/" })) {
    texts.push(...entries.map(({ value }) => decodeUtf8(value)));
  }
  return texts;
}

describe("migrateKind()", () => {
  it("has nothing to write where there is nothing, and says so in the definition", async () => {
    const { server, client } = await startMoved();
    for (const name of ["a", "b", "c"]) {
      await server.send("DELETE", `${OVENS}/${name}`);
    }
    expect(await migrateKind(client, "ovens.example.com", () => {})).toMatchObject({ objects: 0, dropped: ["v1"] });
  });

  it("brings every object to the storage version, and forgets the others", async () => {
    const { server, client } = await startMoved();
    const reports: MigrationProgress[] = [];
    const migration = await migrateKind(client, "ovens.example.com", (progress) => reports.push(progress));
    expect(migration).toEqual({ storageVersion: "v2", dropped: ["v1"], objects: 3 });
    expect(reports).toEqual([{ done: 3, total: 3 }]);
    expect(await storedTexts(server)).toEqual(["a", "b", "c"].map(() => expect.stringContaining(IN_V2)));
    const { json } = await server.send("GET", `${DEFINITIONS}/ovens.example.com`);
    expect(json).toHaveProperty("status.storedVersions", ["v2"]);
    expect((await server.send("GET", `${OVENS}/a`)).json).toHaveProperty("n", 1);
  });

  it("writes nothing the second time", async () => {
    const { server, client } = await startMoved();
    await migrateKind(client, "ovens.example.com", () => {});
    const { revision } = server.store;
    expect(await migrateKind(client, "ovens.example.com", () => {})).toMatchObject({ dropped: [], objects: 3 });
    expect(server.store.revision).toBe(revision);
  });

  it("writes through another version where the storage version is not served", async () => {
    const { server, client } = await startMoved(["v1"]);
    await migrateKind(client, "ovens.example.com", () => {});
    expect(await storedTexts(server)).toEqual(["a", "b", "c"].map(() => expect.stringContaining(IN_V2)));
  });

  it("names an unknown CRD", async () => {
    const { client } = await startMoved();
    await expect(migrateKind(client, "kilns.example.com", () => {})).rejects.toThrow(
      'customresourcedefinitions.apiextensions.k8s.io "kilns.example.com" not found',
    );
  });
});
