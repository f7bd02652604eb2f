import { readFileSync } from "node:fs";
import { decodeUtf8, encodeUtf8, type JsonObject, parseJson } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { type ApiServer, createApiServer } from "@kiln/apiserver";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";

interface Case {
  readonly id: string;
  readonly title: string;
  readonly crdVersion: string;
  readonly operation: "create" | "update";
  readonly schema: JsonObject;
  readonly oldSchema?: JsonObject;
  readonly expect: { readonly valid: boolean; readonly paths: readonly string[] };
}

const { cases } = JSON.parse(readFileSync(new URL("../vectors/mutability-crd.json", import.meta.url), "utf8")) as {
  cases: Case[];
};

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const ROOT = "spec.validation.openAPIV3Schema.";

function start(): Promise<ApiServer> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const random = { uuid: () => "00000000-0000-4000-8000-000000000001", fraction: () => 0.5 };
  return createApiServer({ store: new MemoryStore(), clock: createManualClock(new Date(0)), random, log: silent });
}

function definition(schema: JsonObject, resourceVersion?: string): JsonObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "things.example.com", ...(resourceVersion === undefined ? {} : { resourceVersion }) },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

async function send(server: ApiServer, method: string, target: string, body?: JsonObject): Promise<JsonObject> {
  const answer = await server.handle({
    method,
    target,
    headers: { "content-type": "application/json" },
    peerCertificate: { commonName: "admin", organizations: ["system:masters"], fingerprint: "test" },
    readBody: async () => encodeUtf8(body === undefined ? "" : JSON.stringify(body)),
    signal: new AbortController().signal,
  });
  return parseJson(decodeUtf8(answer.body as Uint8Array)).value as JsonObject;
}

async function judge({ operation, schema, oldSchema }: Case): Promise<JsonObject> {
  const server = await start();
  if (operation === "create") {
    return send(server, "POST", DEFINITIONS, definition(schema));
  }
  await send(server, "POST", DEFINITIONS, definition(oldSchema ?? {}));
  const { metadata } = await send(server, "GET", `${DEFINITIONS}/things.example.com`);
  const { resourceVersion } = metadata as { resourceVersion: string };
  return send(server, "PUT", `${DEFINITIONS}/things.example.com`, definition(schema, resourceVersion));
}

describe("marks in definitions, through the server", () => {
  it.each(cases.filter(({ crdVersion }) => crdVersion === "v1").map((each) => [each.id, each] as const))(
    "%s",
    async (_, each) => {
      const answer = await judge(each);
      const { causes = [] } = (answer.details ?? {}) as { causes?: { field: string }[] };
      const paths = new Set(causes.map(({ field }) => field.replace(ROOT, "")));
      expect({ kind: answer.kind, paths: [...paths].sort() }).toEqual({
        kind: each.expect.valid ? "CustomResourceDefinition" : "Status",
        paths: [...each.expect.paths].sort(),
      });
    },
  );
});
