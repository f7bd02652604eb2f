import { readdirSync, readFileSync } from "node:fs";
import { deepCopy, isJsonObject, type JsonObject, type JsonValue, printJson } from "@kiln/api";
import { checkObjects, type Verdict } from "@kiln/cli/check";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

// Hundreds of servers, each with the objects of a recording.
vi.setConfig({ testTimeout: 300_000 });

// Stored times, such as those of conditions of a Pod, are the same in both checks.
vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ["Date"] });

const GOLDEN = new URL("../golden/", import.meta.url);

/** Objects that clients sent to the recorded servers, and those that were returned to them. */
function findObjects(value: JsonValue, found: JsonObject[] = []): JsonObject[] {
  if (isJsonObject(value) && typeof value.apiVersion === "string" && typeof value.kind === "string") {
    if (isJsonObject(value.metadata) && value.kind !== "Status") {
      found.push(value);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) {
      findObjects(part as JsonValue, found);
    }
  }
  return found;
}

const recordings = readdirSync(GOLDEN)
  .filter((name) => name.endsWith(".json"))
  .map((name) => ({
    name,
    objects: findObjects(JSON.parse(readFileSync(new URL(name, GOLDEN), "utf8")) as JsonValue).map(asManifest),
  }))
  .filter(({ objects }) => objects.length > 0);

/** Server-set fields are left out: with them most objects would be rejected. */
function asManifest(object: JsonObject, index: number): JsonObject {
  const {
    resourceVersion: _,
    uid: __,
    creationTimestamp: ___,
    managedFields: ____,
    ...rest
  } = object.metadata as JsonObject;
  const metadata = typeof rest.name === "string" ? { ...rest, name: `${rest.name}-${index}` } : rest;
  return { ...object, metadata: object.kind === "CustomResourceDefinition" ? rest : metadata };
}

/** In its presence every object is stored, because policies may refer to any. */
const POLICY = { apiVersion: "admissionregistration.k8s.io/v1", kind: "Unserved", metadata: { name: "a" } };

/** Numbered in the order of the writes: an object that is not stored and then rejected counts twice. */
const UID = /00000000-0000-4000-8000-[0-9a-f]{12}/g;
/** Drawn at random, in the order of the writes. */
const DRAWN =
  /"clusterIPs":\["[\d.]+"\]|"clusterIP":"[\d.]+"|"(?:nodePort|healthCheckNodePort)":\d+|kube-api-access-\w{5}/g;

async function check(objects: readonly JsonObject[], isStrict: boolean): Promise<string[]> {
  const verdicts: string[] = [];
  const news = objects.map((object) => ({
    ...{ object, file: "-", line: 1, path: [], warnings: [] },
    ...{ lineAt: () => "", locate: () => [] },
  }));
  const onVerdict = ({ manifest, stored, ...verdict }: Verdict) => {
    if (manifest.object !== POLICY) {
      const text = printJson({
        kind: manifest.object.kind ?? "",
        ...verdict,
        stored: stored() ?? null,
      } as unknown as JsonObject);
      verdicts.push(text.replaceAll(UID, "<uid>").replaceAll(DRAWN, "<drawn>"));
    }
  };
  await checkObjects({ definitions: [], olds: [], news, semantics: "kep", isStrict, onVerdict });
  return verdicts;
}

async function expectSame(objects: readonly JsonObject[], isStrict = false): Promise<void> {
  const [alone, stored] = [await check(objects, isStrict), await check([...objects, POLICY], isStrict)];
  expect(alone).toEqual(stored);
}

describe("objects that are checked without being stored", () => {
  it.each(recordings)("have the verdicts of requests: $name", async ({ name, objects }) => {
    await expectSame(objects, name.startsWith("strict"));
  });

  it("have the verdicts of requests after any change", async () => {
    const all = recordings.flatMap(({ objects }) => objects).filter(({ kind }) => kind !== "CustomResourceDefinition");
    const definitions = recordings
      .flatMap(({ objects }) => objects)
      .filter(({ kind }) => kind === "CustomResourceDefinition");
    const value = fc.constantFrom<JsonValue>(
      ...[null, "", "a", "A b", 0, -1, 1.5, 2 ** 53, -0, true, [], {}, [null], { a: 1 }, "\ud800", 1n << 60n],
    );
    const change = fc.record({ at: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), value: fc.option(value) });
    const changed = fc
      .tuple(fc.constantFrom(...all), fc.array(change, { maxLength: 3 }))
      .map(([object, changes]) => changes.reduce(withChange, deepCopy(object)));
    await fc.assert(
      fc.asyncProperty(fc.array(changed, { minLength: 40, maxLength: 60 }), (objects) =>
        expectSame([...definitions.slice(0, 3), ...objects]),
      ),
      { numRuns: 8 },
    );
  });
});

interface Change {
  readonly at: readonly number[];
  /** Null: the field is removed. */
  readonly value: JsonValue | null;
}

/** Changes the object at a path of field numbers, or adds a field where the path ends. */
function withChange(object: JsonObject, { at, value }: Change): JsonObject {
  let holder: JsonObject = object;
  for (const number of at) {
    const keys = Object.keys(holder);
    const key = keys[number % (keys.length + 1)] ?? "unknown";
    const inner = holder[key];
    if (number !== at.at(-1) && typeof inner === "object" && inner !== null) {
      holder = inner as JsonObject;
    } else if (value === null) {
      delete holder[key];
      return object;
    } else {
      holder[key] = deepCopy(value);
      return object;
    }
  }
  return object;
}
