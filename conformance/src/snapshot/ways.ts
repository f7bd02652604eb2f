import { asObject, isJsonObject, type JsonObject } from "@kiln/api";
import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import { definitionsOfPhase, definitionsOfStyle } from "@kiln/snapshot";
import { openWebhookTransport } from "@kiln/webhook/node";
import type { VectorCase } from "../vectors/vector-file.ts";
import { type OpenWebhook, openWebhook } from "./open-webhook.ts";

/**
 * Enforcement of the snapshot rules: by a webhook alone, by a webhook and the CRDs of a phase, or by the CRDs alone.
 */
export type Way = "webhook" | "phase 1" | "phase 2" | "phase 3" | "cel" | "marks";

export interface WayVerdict {
  readonly isAllowed: boolean;
  readonly message: string;
}

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

/** Whether a client can send a case; others reach a webhook only. */
export function canBeAsked(vector: VectorCase): boolean {
  const { resource, subResource = "", operation, object, oldObject } = requestOf(vector);
  const { resource: plural = "" } = asObject(resource);
  const isSnapshot = plural === "volumesnapshots" || plural === "volumesnapshotcontents";
  const isWhole = isJsonObject(object) && (operation === "CREATE" || isJsonObject(oldObject));
  return isSnapshot && subResource === "" && isWhole && operation !== "DELETE" && hasSource(object, oldObject);
}

/** The schema requires a source in every object, however the other rules are enforced. */
function hasSource(...objects: unknown[]): boolean {
  return objects
    .filter((object) => isJsonObject(object as JsonObject))
    .every((object) => {
      const { spec } = object as JsonObject;
      return isJsonObject(spec) && isJsonObject(spec.source) && Object.values(spec.source).every(isTextOrNull);
    });
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}

/**
 * Stores the old objects of all cases without rules, enforces the rules by `way`, and sends the request of each case.
 */
export async function askAll(way: Way, cases: readonly VectorCase[]): Promise<ReadonlyMap<string, WayVerdict>> {
  const transport = openWebhookTransport();
  const webhook = way === "cel" || way === "marks" ? undefined : await openWebhook();
  const server = await startTestServer({ webhooks: { transport } });
  try {
    await define(server, way === "phase 1" ? definitionsOfPhase(1) : definitionsOfStyle("none"));
    for (const vector of cases) {
      await storeOld(server, vector);
    }
    await define(server, definitionsOf(way));
    await (webhook === undefined ? undefined : configure(server, webhook));
    const verdicts = new Map<string, WayVerdict>();
    for (const vector of cases) {
      verdicts.set(vector.id, await askOne(server, vector));
    }
    return verdicts;
  } finally {
    await server.close();
    transport.close();
    await webhook?.close();
  }
}

function definitionsOf(way: Way): JsonObject[] {
  switch (way) {
    case "webhook":
      return definitionsOfStyle("none");
    case "cel":
    case "marks":
      return definitionsOfStyle(way);
    case "phase 1":
      return definitionsOfPhase(1);
    case "phase 2":
      return definitionsOfPhase(2);
    case "phase 3":
      return definitionsOfPhase(3);
  }
}

/** Creates the CRDs, or replaces existing ones. */
export async function define(server: TestServer, definitions: readonly JsonObject[]): Promise<void> {
  for (const definition of definitions) {
    const { name } = definition.metadata as { name: string };
    const target = `${DEFINITIONS}/${name}`;
    const { status } = await server.send("GET", target);
    const answer =
      status === 404
        ? await server.send("POST", DEFINITIONS, { body: definition })
        : await replace(server, target, definition);
    if (answer.status >= 300) {
      throw new Error(answer.text);
    }
  }
}

export async function configure(server: TestServer, { url, ca }: OpenWebhook): Promise<void> {
  const { status, text } = await server.send("POST", CONFIGURATIONS, {
    body: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "validation-webhook.snapshot.storage.k8s.io" },
      webhooks: [
        {
          name: "validation-webhook.snapshot.storage.k8s.io",
          rules: [
            {
              apiGroups: ["snapshot.storage.k8s.io"],
              apiVersions: ["v1", "v1beta1"],
              operations: ["CREATE", "UPDATE"],
              resources: ["volumesnapshots", "volumesnapshotcontents"],
              scope: "*",
            },
          ],
          clientConfig: { url, caBundle: Buffer.from(ca).toString("base64") },
          admissionReviewVersions: ["v1", "v1beta1"],
          sideEffects: "None",
          failurePolicy: "Fail",
          timeoutSeconds: 2,
        },
      ],
    },
  });
  if (status !== 201) {
    throw new Error(text);
  }
}

interface Place {
  readonly collection: string;
  readonly name: string;
}

function placeOf(vector: VectorCase): Place {
  const { resource } = requestOf(vector);
  const { version, resource: plural } = resource as { version: string; resource: string };
  const inside = plural === "volumesnapshots" ? "namespaces/default/" : "";
  return { collection: `/apis/snapshot.storage.k8s.io/${version}/${inside}${plural}`, name: vector.id };
}

function requestOf(vector: VectorCase): JsonObject {
  const request = vector.get("request");
  return asObject(request);
}

/**
 * Object of a case with the fields that the schema requires, named after the case, without the fields that only a
 * server may set.
 */
function prepare(object: JsonObject, vector: VectorCase): JsonObject {
  const isContent = object.kind === "VolumeSnapshotContent";
  const { labels = {}, annotations = {} } = (isJsonObject(object.metadata) ? object.metadata : {}) as JsonObject;
  const spec = (object.spec ?? {}) as JsonObject;
  const more = isContent ? { driver: "d", deletionPolicy: "Retain", volumeSnapshotRef: {} } : {};
  const namespace = isContent ? {} : { namespace: "default" };
  return { ...object, metadata: { name: vector.id, ...namespace, labels, annotations }, spec: { ...more, ...spec } };
}

async function storeOld(server: TestServer, vector: VectorCase): Promise<void> {
  const { operation, oldObject } = requestOf(vector);
  if (operation === "UPDATE") {
    const { collection } = placeOf(vector);
    const { status, text } = await server.send("POST", collection, { body: prepare(oldObject as JsonObject, vector) });
    if (status !== 201) {
      throw new Error(`${vector.id}: ${text}`);
    }
  }
}

async function askOne(server: TestServer, vector: VectorCase): Promise<WayVerdict> {
  const { operation, object } = requestOf(vector);
  const { collection, name } = placeOf(vector);
  const body = prepare(object as JsonObject, vector);
  const { status, json } =
    operation === "CREATE"
      ? await server.send("POST", collection, { body })
      : await replace(server, `${collection}/${name}`, body);
  return { isAllowed: status < 300, message: status < 300 ? "" : String(json?.message) };
}

async function replace(server: TestServer, target: string, object: JsonObject): ReturnType<TestServer["send"]> {
  const { json = {} } = await server.send("GET", target);
  const { resourceVersion = "" } = (json.metadata ?? {}) as JsonObject;
  const metadata = { ...(object.metadata as JsonObject), resourceVersion };
  return server.send("PUT", target, { body: { ...object, metadata } });
}
