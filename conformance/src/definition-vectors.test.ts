import { readFileSync } from "node:fs";
import { decodeUtf8, encodeUtf8, type JsonObject, parseJson } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { type ApiServer, createApiServer } from "@kiln/apiserver";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";

type CrdVersion = "v1" | "v1beta1";

interface Case {
  readonly id: string;
  readonly title: string;
  readonly crdVersion: CrdVersion;
  readonly operation: "create" | "update";
  readonly schema: JsonObject;
  readonly oldSchema?: JsonObject;
  readonly expect: { readonly valid: boolean; readonly paths: readonly string[] };
}

const { cases } = JSON.parse(readFileSync(new URL("../vectors/mutability-crd.json", import.meta.url), "utf8")) as {
  cases: Case[];
};

const ROOT = "spec.validation.openAPIV3Schema.";

function definitionsPath(version: CrdVersion): string {
  return `/apis/apiextensions.k8s.io/${version}/customresourcedefinitions`;
}

function start(): Promise<ApiServer> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const random = { uuid: () => "00000000-0000-4000-8000-000000000001", fraction: () => 0.5 };
  return createApiServer({ store: new MemoryStore(), clock: createManualClock(new Date(0)), random, log: silent });
}

interface DefinitionForm {
  readonly version: CrdVersion;
  readonly resourceVersion?: string;
}

function definition(schema: JsonObject, { version, resourceVersion }: DefinitionForm): JsonObject {
  const names = { plural: "things", kind: "Thing" };
  const served = { name: "v1", served: true, storage: true };
  const validation = { openAPIV3Schema: schema };
  return {
    apiVersion: `apiextensions.k8s.io/${version}`,
    kind: "CustomResourceDefinition",
    metadata: { name: "things.example.com", ...(resourceVersion === undefined ? {} : { resourceVersion }) },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names,
      ...(version === "v1"
        ? { versions: [{ ...served, schema: validation }] }
        : { versions: [served], validation, preserveUnknownFields: false }),
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

async function judge({ operation, schema, oldSchema, crdVersion: version }: Case): Promise<JsonObject> {
  const server = await start();
  const path = definitionsPath(version);
  if (operation === "create") {
    return send(server, "POST", path, definition(schema, { version }));
  }
  // Existing CRDs are created through v1; most are not valid in v1beta1.
  await send(server, "POST", definitionsPath("v1"), definition(oldSchema ?? {}, { version: "v1" }));
  const { metadata } = await send(server, "GET", `${path}/things.example.com`);
  const { resourceVersion } = metadata as { resourceVersion: string };
  return send(server, "PUT", `${path}/things.example.com`, definition(schema, { version, resourceVersion }));
}

const MARKED: JsonObject = {
  type: "object",
  properties: {
    spec: { type: "object", properties: { a: { type: "string", "x-kubernetes-mutability": "Immutable" } } },
  },
};

/** A CRD with marks may be changed through v1beta1: the rules of v1 apply there too. */
const throughV1beta1 = cases
  .filter(({ crdVersion, operation }) => crdVersion === "v1" && operation === "create")
  .map((each): Case => ({ ...each, crdVersion: "v1beta1", operation: "update", oldSchema: MARKED }));

async function check(each: Case): Promise<void> {
  const answer = await judge(each);
  const { causes = [] } = (answer.details ?? {}) as { causes?: { field: string }[] };
  const paths = new Set(causes.map(({ field }) => field.replace(ROOT, "")));
  expect({ kind: answer.kind, paths: [...paths].sort() }).toEqual({
    kind: each.expect.valid ? "CustomResourceDefinition" : "Status",
    paths: [...each.expect.paths].sort(),
  });
}

describe("marks in definitions, through the server", () => {
  it.each(cases.map((each) => [each.id, each] as const))("%s", (_, each) => check(each));
  it.each(throughV1beta1.map((each) => [each.id, each] as const))("%s, in an update through v1beta1", (_, each) =>
    check(each),
  );
});
