import type { Attributes } from "@kiln/access";
import { namespaceLifecycle } from "@kiln/admission";
import { decodeUtf8, encodeUtf8, type JsonObject, StatusError } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import {
  allFeatures,
  createNamespaceProjection,
  createRegistry,
  NAMESPACE_PREFIX,
  nativeResources,
  packages,
  type Resource,
  sealObject,
} from "@kiln/kinds";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { createServerMetrics } from "../observe/server-metrics.ts";
import type { Context } from "../request/context.ts";
import { parseRequestInfo, type RequestInfo } from "../request/request-info.ts";
import type { RequestServices } from "../request/request-services.ts";
import { createTreeTurns } from "../request/tree-turns.ts";
import { update } from "../verbs/update.ts";

const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
const natives = nativeResources(packages, [], { semantics: "kep", features: allFeatures });
const configMaps = natives.find(({ names }) => names.kind === "ConfigMap") as Resource;
const resource: Resource = {
  ...configMaps,
  writing: { ...configMaps.writing, allowsCreateOnUpdate: true, allowsUnconditionalUpdate: false },
};

/** A server with one kind whose updates may create. */
function startUpdating({ mayCreate = true } = {}) {
  const namespaces = createNamespaceProjection();
  namespaces.apply({ key: `${NAMESPACE_PREFIX}default`, value: sealObject({}, { uid: "n" }, "        ").value });
  const shared = {
    store: new MemoryStore(),
    registry: createRegistry(),
    clock,
    random: { uuid: () => "u1", fraction: () => 0 },
    semantics: "kep",
  };
  const services = {
    ...shared,
    plugins: [namespaceLifecycle],
    admission: { ...shared, namespaces, metrics: createServerMetrics() },
    kinds: { ...shared, features: allFeatures },
    turns: { trees: createTreeTurns() },
    authorizer: {
      authorize: ({ verb }: Attributes) => ({
        decision: mayCreate || verb !== "create" ? "allow" : "deny",
        reason: "",
      }),
    },
  } as unknown as RequestServices;
  return async (target: string, body: JsonObject): Promise<[number, JsonObject]> => {
    const info = parseRequestInfo("PUT", target) as RequestInfo;
    const bytes = encodeUtf8(JSON.stringify(body));
    const request = {
      method: "PUT",
      target,
      headers: {},
      readBody: async () => bytes,
    } as unknown as Context["request"];
    const context: Context = { services, request, info, user: { name: "me", groups: [] }, startedMs: 0, warnings: [] };
    try {
      const answer = await update(context, resource);
      return [answer.status, JSON.parse(decodeUtf8(answer.body as Uint8Array)) as JsonObject];
    } catch (error) {
      const { status } = error as StatusError;
      expect(error).toBeInstanceOf(StatusError);
      return [status.code ?? 0, status];
    }
  };
}

const C = "/api/v1/namespaces/default/configmaps/c";

describe("an update that may create", () => {
  it("creates what is not there, whatever version it names", async () => {
    const put = startUpdating();
    const [code, created] = await put(C, { metadata: { name: "c", resourceVersion: "9" }, data: { a: "1" } });
    expect([code, created.metadata]).toEqual([
      201,
      {
        name: "c",
        namespace: "default",
        uid: "u1",
        creationTimestamp: "2026-01-02T03:04:05Z",
        resourceVersion: expect.any(String),
        managedFields: expect.any(Array),
      },
    ]);
    expect((await put(C, { metadata: created.metadata as JsonObject, data: { a: "2" } }))[0]).toBe(200);
    expect((await put(C, { metadata: { name: "c" } }))[0]).toBe(422);
  });

  it("does not take another one's place, nor one in a namespace that is not there", async () => {
    const put = startUpdating();
    expect((await put(C, { metadata: { name: "c", uid: "other" } }))[0]).toBe(409);
    expect((await put(C.replace("default", "nowhere"), { metadata: { name: "c" } }))[0]).toBe(404);
    expect((await put(C, { metadata: { name: "c", labels: { "-": "" } } }))[0]).toBe(422);
  });

  it("needs the right to create, once nothing else is wrong", async () => {
    const put = startUpdating({ mayCreate: false });
    expect((await put(C, { metadata: { name: "c", labels: { "-": "" } } }))[0]).toBe(422);
    expect(await put(C, { metadata: { name: "c" } })).toEqual([
      403,
      expect.objectContaining({
        message:
          'configmaps "c" is forbidden: User "me" cannot create resource "configmaps" in API group "" in the ' +
          'namespace "default"',
      }),
    ]);
  });
});
