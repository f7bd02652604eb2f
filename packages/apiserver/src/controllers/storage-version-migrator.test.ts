import { decodeUtf8, encodeUtf8, type JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import type { ApiServerOptions } from "../server-options.ts";
import { DEFINITIONS, definition } from "../testing/definitions.ts";
import { settle } from "../testing/settle.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const MIGRATIONS = "/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations";
const MERGE = { "content-type": "application/merge-patch+json" };
const PREFIX = "/registry/example.com/widgets/";
const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };

function versions(stored: string): JsonObject[] {
  return ["v1", "v2"].map((name) => ({ name, served: true, storage: name === stored, schema }));
}

/** Three widgets stored in v1; the storage version of their CRD is now v2. */
async function startMoved(options?: Partial<ApiServerOptions>): Promise<TestServer> {
  const server = await startTestServer(options);
  await server.send("POST", DEFINITIONS, { body: definition({ versions: versions("v1") }) });
  for (const name of ["a", "b", "c"]) {
    const body = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name }, n: 1 };
    await server.send("POST", "/apis/example.com/v1/namespaces/default/widgets", { body });
  }
  await patchDefinition(server, { spec: { versions: versions("v2") } });
  return server;
}

async function patchDefinition(server: TestServer, body: JsonObject): Promise<void> {
  const { status, text } = await server.send("PATCH", `${DEFINITIONS}/widgets.example.com`, { headers: MERGE, body });
  expect(status, text).toBe(200);
}

async function wish(server: TestServer, name: string, resource: JsonObject): Promise<void> {
  const { status, text } = await server.send("POST", MIGRATIONS, { body: { metadata: { name }, spec: { resource } } });
  expect(status, text).toBe(201);
}

/** Registers an admission webhook for every widget that cannot be reached. */
async function addFailingHook(server: TestServer): Promise<void> {
  const clientConfig = { url: "https://hook.example.com" };
  const rules = [{ apiGroups: ["example.com"], apiVersions: ["*"], operations: ["*"], resources: ["*"] }];
  const hook = { name: "hook.example.com", sideEffects: "None", admissionReviewVersions: ["v1"], clientConfig, rules };
  const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  const { status, text } = await server.send("POST", path, { body: { metadata: { name: "hook" }, webhooks: [hook] } });
  expect(status, text).toBe(201);
}

const WIDGETS = { group: "example.com", resource: "widgets" };

async function statusOf(server: TestServer, path: string): Promise<JsonObject> {
  return ((await server.send("GET", path)).json as JsonObject).status as JsonObject;
}

async function storedVersions(server: TestServer): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { entries } of await server.store.range({ prefix: PREFIX })) {
    found.push(...entries.map(({ value }) => /"apiVersion":"([^"]*)"/.exec(decodeUtf8(value))?.[1]));
  }
  return found;
}

describe("storage-version-migrator-controller", () => {
  it("brings every object to the storage version, and has the definition forget the others", async () => {
    const server = await startMoved();
    expect(await storedVersions(server)).toEqual(Array(3).fill("example.com/v1"));
    await wish(server, "move", WIDGETS);
    await settle(server);
    expect(await storedVersions(server)).toEqual(Array(3).fill("example.com/v2"));
    expect(await statusOf(server, `${MIGRATIONS}/move`)).toMatchObject({
      resourceVersion: expect.stringMatching(/^[1-9]/),
      conditions: [
        { type: "Running", status: "False", reason: "MigrationCompleted", message: "Migration completed" },
        { type: "Succeeded", status: "True", reason: "StorageVersionMigrationSucceeded", message: "" },
      ],
    });
    const { storedVersions: stored, conditions } = await statusOf(server, `${DEFINITIONS}/widgets.example.com`);
    expect(stored).toEqual(["v2"]);
    expect(conditions).toContainEqual(
      expect.objectContaining({
        type: "StorageMigrating",
        status: "False",
        reason: "MigrationSucceeded",
        message: "The migration has succeeded and the stored versions have been updated",
        observedGeneration: 2,
      }),
    );
    await patchDefinition(server, { spec: { versions: versions("v2").slice(1) } });
  });

  it("migrates built-in kinds as well, which leaves alone what is stored as it should be", async () => {
    const server = await startTestServer();
    await server.send("POST", "/api/v1/namespaces/default/configmaps", { body: { metadata: { name: "c" } } });
    const before = (await server.send("GET", "/api/v1/namespaces/default/configmaps/c")).json;
    await wish(server, "config", { group: "", resource: "configmaps" });
    await settle(server);
    expect(await statusOf(server, `${MIGRATIONS}/config`)).toHaveProperty("conditions.1.type", "Succeeded");
    expect((await server.send("GET", "/api/v1/namespaces/default/configmaps/c")).json).toEqual(before);
  });

  it("waits a minute for a kind that is not served yet", async () => {
    const server = await startTestServer();
    await wish(server, "early", WIDGETS);
    await settle(server);
    expect(await statusOf(server, `${MIGRATIONS}/early`)).toHaveProperty("conditions.0.status", "True");
    await server.send("POST", DEFINITIONS, { body: definition() });
    await settle(server, { ms: 1000 });
    expect(await statusOf(server, `${MIGRATIONS}/early`)).toHaveProperty("conditions.1.type", "Succeeded");

    await wish(server, "never", { group: "example.com", resource: "gadgets" });
    await settle(server, { rounds: 5, ms: 40_000 });
    expect(await statusOf(server, `${MIGRATIONS}/never`)).toMatchObject({
      conditions: [
        { type: "Running", status: "False" },
        { type: "Failed", status: "True", message: "resource does not exist in discovery" },
      ],
    });
  });

  it("does not migrate what cannot be listed and written", async () => {
    const server = await startTestServer();
    await wish(server, "odd", { group: "authorization.k8s.io", resource: "selfsubjectaccessreviews" });
    await settle(server);
    const message =
      'resource "authorization.k8s.io/v1, Resource=selfsubjectaccessreviews" does not support discovery operations: [update patch list]';
    expect(await statusOf(server, `${MIGRATIONS}/odd`)).toHaveProperty("conditions.1.message", message);
  });

  it("has the definition forget a migration that was deleted before its end", async () => {
    const server = await startMoved();
    await addFailingHook(server);
    await wish(server, "move", WIDGETS);
    await settle(server);
    const path = `${DEFINITIONS}/widgets.example.com`;
    expect(await statusOf(server, path)).toHaveProperty("conditions.2.message", "Migration move is running");
    await server.send("DELETE", `${MIGRATIONS}/move`);
    await settle(server, { ms: 30_000 });
    const { conditions, storedVersions: stored } = await statusOf(server, path);
    expect(conditions).toContainEqual(
      expect.objectContaining({ type: "StorageMigrating", status: "False", reason: "MigrationFailed" }),
    );
    expect(stored).toEqual(["v1", "v2"]);
  });

  it("has Node suspect no leak when webhooks are asked about many objects at a time", async () => {
    const server = await startMoved();
    for (let i = 0; i < 16; i++) {
      const body = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: `w${i}` } };
      await server.send("POST", "/apis/example.com/v1/namespaces/default/widgets", { body });
    }
    await addFailingHook(server);
    const warnings: string[] = [];
    const note = ({ name }: Error) => warnings.push(name);
    process.on("warning", note);
    await wish(server, "move", WIDGETS);
    await settle(server);
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("goes on with what an earlier run left undone", async () => {
    const server = await startMoved({ disabledControllers: ["storage-version-migrator-controller"] });
    await wish(server, "left", WIDGETS);
    // An invalid stored object does not block the others.
    await server.store.create("/registry/storagemigration.k8s.io/storageversionmigrations/bad", encodeUtf8("{"));
    const next = await startTestServer({ store: server.store });
    await settle(next);
    expect(await storedVersions(server)).toEqual(Array(3).fill("example.com/v2"));
    expect(await statusOf(next, `${MIGRATIONS}/left`)).toHaveProperty("conditions.1.type", "Succeeded");
  });
});

describe("StorageVersionMigration", () => {
  it.each([
    ["no resource", {}, "spec.resource.resource: Required value: resource is required to be set"],
    ["a bad resource", { resource: "A" }, 'spec.resource.resource: Invalid value: "A": a DNS-1035 label must consist'],
    ["a bad group", { resource: "a", group: "-" }, 'spec.resource.group: Invalid value: "-": a lowercase RFC 1123'],
  ])("is refused with %s", async (_name, resource, message) => {
    const server = await startTestServer();
    const { status, text } = await server.send("POST", MIGRATIONS, {
      body: { metadata: { name: "m" }, spec: { resource } },
    });
    expect(status).toBe(422);
    expect(JSON.parse(text).message).toContain(message);
  });

  it("keeps what it is about, and how it ended", async () => {
    const server = await startTestServer();
    await wish(server, "m", { group: "", resource: "secrets" });
    await settle(server);
    const change = await server.send("PATCH", `${MIGRATIONS}/m`, {
      headers: MERGE,
      body: { spec: { resource: { resource: "pods" } } },
    });
    expect(change.status).toBe(422);
    const undo = await server.send("PATCH", `${MIGRATIONS}/m/status`, {
      headers: MERGE,
      body: { status: { conditions: [], resourceVersion: "01" } },
    });
    expect(undo.status).toBe(422);
    expect(JSON.parse(undo.text).details.causes.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining("resource version is not well formed: 01"),
      expect.stringContaining("field is immutable"),
      expect.stringContaining("Success condition cannot be set to false once it is true"),
    ]);
  });

  it("is not mentioned by discovery where Kubernetes does not", async () => {
    for (const [semantics, isMentioned] of [
      ["kep", true],
      ["upstream", false],
    ] as const) {
      const server = await startTestServer({ semantics });
      for (const path of ["/", "/apis", "/openapi/v3"]) {
        const { json } = await server.send("GET", path);
        expect([path, JSON.stringify(json).includes("storagemigration.k8s.io")]).toEqual([path, isMentioned]);
      }
      expect((await server.send("GET", MIGRATIONS)).status).toBe(200);
    }
  });
});
