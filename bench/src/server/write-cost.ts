import type { JsonObject } from "@kiln/api";
import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import type { Comparison, Work } from "../benchmark.ts";
import { makeSample } from "../schema/sample.ts";

const GROUP = "cost.example.com";

/** A kind for each way of writing, in one server, so that both sides of a comparison share everything else. */
interface Way {
  readonly plural: string;
  readonly schema: JsonObject;
}

function pruned(): Way {
  return { plural: "pruneds", schema: makeSample().schema };
}

/** Kind whose schema preserves all fields: nothing is pruned. */
function unpruned(): Way {
  const { schema } = makeSample();
  const keep = { "x-kubernetes-preserve-unknown-fields": true };
  return { plural: "unpruneds", schema: { ...schema, ...keep } };
}

function marked(): Way {
  return { plural: "markeds", schema: makeSample({ markedShare: 0.3 }).schema };
}

async function define({ send }: TestServer, { plural, schema }: Way): Promise<void> {
  const kind = plural.slice(0, 1).toUpperCase() + plural.slice(1, -1);
  const body = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural, singular: plural.slice(0, -1), kind, listKind: `${kind}List` },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
  const { status, text } = await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body });
  if (status !== 201) {
    throw new Error(text);
  }
}

/** Updates of stored objects through the whole server: each sends the stored object with another label. */
async function updates(server: TestServer, way: Way, name: string, { isTracked = true } = {}): Promise<Work> {
  await define(server, way);
  const { objects } = makeSample();
  const kind = way.plural.slice(0, 1).toUpperCase() + way.plural.slice(1, -1);
  const collection = `/apis/${GROUP}/v1/namespaces/default/${way.plural}`;
  const live: JsonObject[] = [];
  for (const [index, object] of objects.entries()) {
    const body = { ...object, apiVersion: `${GROUP}/v1`, kind, metadata: { name: `o${index}` } };
    const { status, text, json } = await server.send("POST", collection, { body });
    if (status !== 201) {
      throw new Error(text);
    }
    live.push(isTracked ? (json as JsonObject) : await forget(server, `${collection}/o${index}`, json as JsonObject));
  }
  let turn = 0;
  const run = async () => {
    const index = turn++ % live.length;
    const object = live[index] as JsonObject;
    const body = { ...object, metadata: { ...(object.metadata as JsonObject), labels: { turn: String(turn) } } };
    const { status, text, json } = await server.send("PUT", `${collection}/o${index}`, { body });
    if (status !== 200) {
      throw new Error(text);
    }
    live[index] = json as JsonObject;
  };
  return { name, run, isCpuBound: true };
}

/** Ends the tracking of managed fields with an empty list. */
async function forget({ send }: TestServer, target: string, object: JsonObject): Promise<JsonObject> {
  const metadata = { ...(object.metadata as JsonObject), managedFields: [] };
  return (await send("PUT", target, { body: { ...object, metadata } })).json as JsonObject;
}

async function compare(subject: Way, baseline: Way, names: readonly [string, string]): Promise<Comparison> {
  const server = await startTestServer();
  return {
    subject: await updates(server, subject, names[0]),
    baseline: await updates(server, baseline, names[1]),
    bound: { most: 1.15 },
    close: () => server.close(),
  };
}

export function comparePruning(): Promise<Comparison> {
  return compare(pruned(), unpruned(), ["pruned", "writes without pruning"]);
}

export function compareMarks(): Promise<Comparison> {
  return compare(marked(), pruned(), ["30 % of the fields marked", "writes without marks"]);
}

export async function compareTracking(): Promise<Comparison> {
  const server = await startTestServer();
  return {
    subject: await updates(server, pruned(), "who owns which field is tracked"),
    baseline: await updates(server, { ...pruned(), plural: "untrackeds" }, "writes without tracking", {
      isTracked: false,
    }),
    bound: { most: 2 },
    close: () => server.close(),
  };
}
