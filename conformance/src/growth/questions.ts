import type { JsonObject } from "@kiln/api";
import type { TestRequest, TestServer } from "@kiln/apiserver/testing";
import { compareGrowth, type Growth, isSuspicious, keepBest, type Limits } from "./compare-growth.ts";
import { limitsOf } from "./known-exceptions.ts";
import { measure } from "./measure.ts";
import { startGrowthServer } from "./run-places.ts";
import { SURROUNDING_QUESTIONS } from "./surroundings.ts";

/** A request whose size is in its query, headers, schema or the objects around it, and not in an object. */
export interface Question {
  readonly name: string;
  /** Creates the objects around the request, of about `bytes` bytes; not measured. */
  readonly prepare?: (server: TestServer, bytes: number) => Promise<unknown>;
  readonly clean?: (server: TestServer) => Promise<unknown>;
  /** The request, of about `bytes` bytes. */
  readonly ask: (bytes: number) => readonly [method: string, target: string, request?: TestRequest];
  /** Larger size of the request; the request line and headers may have 1 MiB. */
  readonly bytes?: number;
}

const MAPS = "/api/v1/namespaces/default/configmaps";

/** Items of about eight bytes each, joined by the separator. */
function repeat(bytes: number, item: (index: number) => string, separator = ","): string {
  const count = Math.max(1, Math.floor(bytes / (item(10_000).length + separator.length)));
  return Array.from({ length: count }, (_, index) => item(index)).join(separator);
}

function listBy(parameter: string, item: (index: number) => string, separator?: string): Question["ask"] {
  return (bytes) => ["GET", `${MAPS}?${parameter}=${repeat(bytes, item, separator)}`];
}

const LIST_QUESTIONS: readonly Question[] = [
  { name: "fieldSelector: names that differ", ask: listBy("fieldSelector", (i) => `metadata.name!=x${i}`) },
  { name: "fieldSelector: one name", ask: listBy("fieldSelector", () => "metadata.name=a1") },
  { name: "fieldSelector: empty terms", ask: listBy("fieldSelector", () => "") },
  { name: "fieldSelector: escapes", ask: listBy("fieldSelector", () => "metadata.name!=%5C%2C") },
  { name: "labelSelector: keys that are not there", ask: listBy("labelSelector", (i) => `!k${i}`) },
  { name: "labelSelector: keys", ask: listBy("labelSelector", (i) => `k${i}`) },
  { name: "labelSelector: one key", ask: listBy("labelSelector", () => "app") },
  {
    name: "labelSelector: values",
    ask: (bytes) => ["GET", `${MAPS}?labelSelector=app%20in%20(${repeat(bytes, (i) => `v${i}`)})`],
  },
  { name: "labelSelector: values that differ", ask: listBy("labelSelector", (i) => `app!=v${i}`) },
  { name: "labelSelector: bounds", ask: listBy("labelSelector", (i) => `app>${i}`) },
  { name: "labelSelector: spaces", ask: listBy("labelSelector", () => "%20", "") },
  { name: "continue", ask: listBy("continue", () => "eyJ2IjoibW", "") },
  { name: "resourceVersion", ask: listBy("resourceVersion", () => "1", "") },
  { name: "limit", ask: listBy("limit", () => "1", "") },
  { name: "timeoutSeconds", ask: listBy("timeoutSeconds", () => "1", "") },
  { name: "parameters", ask: (bytes) => ["GET", `${MAPS}?${repeat(bytes, (i) => `p${i}=1`, "&")}`] },
  {
    name: "labelSelector of a deletion",
    ask: (bytes) => ["DELETE", `${MAPS}?dryRun=All&labelSelector=${repeat(bytes, (i) => `!k${i}`)}`],
  },
];

const HEADER_QUESTIONS: readonly Question[] = [
  { name: "path", ask: (bytes) => ["GET", `${MAPS}/${"a".repeat(bytes)}`] },
  { name: "path segments", ask: (bytes) => ["GET", `${MAPS}/${"a/".repeat(bytes / 2)}`] },
  { name: "path escapes", ask: (bytes) => ["GET", `${MAPS}/${"%C3%A9".repeat(bytes / 6)}`] },
  ...["accept", "user-agent", "authorization", "if-none-match", "content-type", "impersonate-user", "x-request-id"].map(
    (header): Question => ({
      name: `header ${header}`,
      ask: (bytes) => ["GET", MAPS, { headers: { [header]: repeat(bytes, (i) => `a/b${i};q=0.1`) } }],
    }),
  ),
];

const WRITE_QUESTIONS: readonly Question[] = [
  { name: "dryRun", ask: (bytes) => ["POST", `${MAPS}?${repeat(bytes, () => "dryRun=All", "&")}`, map()] },
  { name: "fieldManager", ask: (bytes) => ["POST", `${MAPS}?dryRun=All&fieldManager=${"m".repeat(bytes)}`, map()] },
  { name: "fieldValidation", ask: (bytes) => ["POST", `${MAPS}?fieldValidation=${"m".repeat(bytes)}`, map()] },
  {
    name: "unknown fields",
    bytes: 2_900_000,
    ask: (bytes) => [
      "POST",
      `${MAPS}?dryRun=All`,
      { body: `{"metadata":{"name":"q"},${repeat(bytes, (i) => `"u${i}":1`)}}` },
    ],
  },
  {
    name: "fields given twice",
    bytes: 2_900_000,
    ask: (bytes) => [
      "POST",
      `${MAPS}?dryRun=All`,
      { body: `{"metadata":{"name":"q"},"data":{${repeat(bytes, () => `"a":"1"`)}}}` },
    ],
  },
  {
    name: "nesting",
    bytes: 2_900_000,
    ask: (bytes) => ["POST", MAPS, { body: `${"[".repeat(bytes / 2)}${"]".repeat(bytes / 2)}` }],
  },
  {
    name: "broken JSON",
    bytes: 2_900_000,
    ask: (bytes) => ["POST", MAPS, { body: `{"data":{${repeat(bytes, (i) => `"k${i}":"v"`)}` }],
  },
];

function map(): TestRequest {
  return { body: { metadata: { name: "q" } } };
}

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All";
const TEXT = { type: "string" };

/** Parts of a CRD's schema that may have any number of members. */
const SCHEMAS: Readonly<Record<string, (count: number) => JsonObject>> = {
  properties: (count) => ({ properties: Object.fromEntries(indexes(count).map((i) => [`p${i}`, TEXT])) }),
  required: (count) => ({ properties: { p0: TEXT }, required: indexes(count).map((i) => `p${i}`) }),
  enum: (count) => ({ properties: { p: { type: "string", enum: indexes(count).map((i) => `v${i}`) } } }),
  anyOf: (count) => ({ anyOf: indexes(count).map((i) => ({ required: [`p${i}`] })) }),
  "list keys": (count) => ({
    properties: {
      p: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": indexes(count).map((i) => `p${i}`),
        items: {
          type: "object",
          required: indexes(count).map((i) => `p${i}`),
          properties: Object.fromEntries(indexes(count).map((i) => [`p${i}`, TEXT])),
        },
      },
    },
  }),
  "equal list keys": (count) => ({
    properties: {
      p: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": indexes(count).map(() => "name"),
        items: { type: "object", properties: { name: TEXT } },
      },
    },
  }),
  rules: (count) => ({
    "x-kubernetes-validations": indexes(Math.min(count, 4_000)).map((i) => ({ rule: `self == self || ${i} > 0` })),
  }),
  "broken rules": (count) => ({
    "x-kubernetes-validations": indexes(Math.min(count, 4_000)).map((i) => ({ rule: `self.x${i} ==` })),
  }),
  default: (count) => ({
    properties: { p: { type: "array", items: TEXT, default: indexes(count).map((i) => `v${i}`) } },
  }),
  "unknown keywords": (count) => Object.fromEntries(indexes(count).map((i) => [`u${i}`, 1])),
  description: (count) => ({ description: "a ".repeat(count * 10) }),
  pattern: (count) => ({ properties: { p: { type: "string", pattern: "(a|b)?".repeat(count) } } }),
};

function indexes(count: number): readonly number[] {
  return Array.from({ length: Math.max(1, Math.floor(count)) }, (_, index) => index);
}

const SCHEMA_QUESTIONS: readonly Question[] = Object.entries(SCHEMAS).map(([name, schema]) => ({
  name: `CRD schema: ${name}`,
  // Members take about 40 bytes each, so that the larger schema has 10,000.
  bytes: 400_000,
  ask: (bytes) => ["POST", DEFINITIONS, { body: definitionOf({ type: "object", ...schema(bytes / 40) }) }],
}));

const SPEC_QUESTIONS: readonly Question[] = (["shortNames", "categories"] as const).map((field) => ({
  name: `CRD ${field}`,
  bytes: 400_000,
  ask: (bytes) => [
    "POST",
    DEFINITIONS,
    { body: definitionOf({ type: "object" }, { [field]: indexes(bytes / 10).map((i) => `n${i}`) }) },
  ],
}));

function definitionOf(openAPIV3Schema: JsonObject, names: JsonObject = {}): JsonObject {
  return {
    metadata: { name: "cats.q.example.com" },
    spec: {
      group: "q.example.com",
      scope: "Namespaced",
      names: { plural: "cats", singular: "cat", kind: "Cat", listKind: "CatList", ...names },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

export const questions: readonly Question[] = [
  ...LIST_QUESTIONS,
  ...HEADER_QUESTIONS,
  ...WRITE_QUESTIONS,
  ...SCHEMA_QUESTIONS,
  ...SPEC_QUESTIONS,
  ...SURROUNDING_QUESTIONS,
];

export interface QuestionsPlan {
  readonly limits: Limits;
  /** Factor on the sizes of the list: 1 for all, less for a part of each. */
  readonly scale: number;
  /** Number of ConfigMaps on the server. */
  readonly objects: number;
  readonly isWanted: (name: string) => boolean;
  readonly report: (growth: Growth) => void;
}

/** Sends each request at a fourth of its size and at its size. */
export async function runQuestions({ limits, scale, objects, isWanted, report }: QuestionsPlan): Promise<void> {
  const server = await startGrowthServer();
  for (let i = 0; i < objects; i++) {
    const labels = { app: `v${i}`, tier: "a" };
    await server.send("POST", MAPS, { body: { metadata: { name: `a${i}`, labels }, data: { a: "1" } } });
  }
  for (const question of questions.filter(({ name }) => isWanted(name))) {
    let [growth] = await askTwice(server, question, scale);
    const own = limitsOf(question.name, limits);
    for (let again = 0; again < 3 && growth !== undefined && isSuspicious(growth, own); again++) {
      [growth] = keepBest([growth], await askTwice(server, question, scale));
    }
    if (growth !== undefined) {
      report(growth);
    }
  }
  await server.close();
}

async function askTwice(server: TestServer, question: Question, scale: number): Promise<readonly Growth[]> {
  const bytes = (question.bytes ?? 1_000_000) * scale;
  return compareGrowth([await askOnce(server, question, bytes / 4)], [await askOnce(server, question, bytes)]);
}

async function askOnce(server: TestServer, { name, prepare, ask, clean }: Question, bytes: number) {
  await prepare?.(server, bytes);
  const [method, target, request] = ask(bytes);
  let status = 0;
  const cost = await measure(async () => {
    ({ status } = await server.send(method, target, request));
  });
  await clean?.(server);
  return { request: name, status, cost };
}
