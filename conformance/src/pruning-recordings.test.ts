import { readFileSync } from "node:fs";
import { decodeJson, deepCopy, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { compileSchema, type JsonSchema, parseJsonSchema } from "@kiln/schema";
import { describe, expect, it } from "vitest";

/** One recorded request that Kubernetes answered with the object it stored. */
interface Recording {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly sent: JsonObject;
  readonly stored: JsonObject;
  readonly warnings: readonly string[];
}

/** The creations of custom resources in a file of recordings, each with the schema that was in force. */
function readCreations(file: string): Recording[] {
  const bytes = readFileSync(new URL(`../golden/${file}.json`, import.meta.url));
  const steps = at(decodeJson(bytes).value, "steps") as JsonValue[];
  const schemas = new Map<string, JsonSchema>();
  const recordings: Recording[] = [];
  for (const step of steps) {
    const body = at(step, "body");
    const stored = at(step, "answer", "body");
    if (String(at(step, "do")).startsWith("PATCH /apis/apiextensions")) {
      // From here on another schema is in force.
      schemas.clear();
    }
    for (const [version, schema] of schemasOf(body)) {
      schemas.set(version, schema);
    }
    const schema = schemas.get(`${at(body, "apiVersion")} ${at(body, "kind")}`);
    const isCreation = String(at(step, "do")).startsWith("POST ") && at(step, "answer", "code") === 201;
    if (
      isCreation &&
      schema !== undefined &&
      isJsonObject(body) &&
      isJsonObject(stored) &&
      at(step, "pick") === undefined
    ) {
      const name = `${at(body, "metadata", "name") ?? at(body, "metadata", "generateName")}`;
      recordings.push({ name, schema, sent: body, stored, warnings: readWarnings(at(step, "answer", "warning")) });
    }
  }
  return recordings;
}

function at(value: JsonValue | undefined, ...keys: readonly (string | number)[]): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? getOwn(inner as JsonObject, String(key)) : undefined,
    value,
  );
}

function schemasOf(crd: JsonValue | undefined): [string, JsonSchema][] {
  const versions = at(crd, "spec", "versions");
  if (at(crd, "kind") !== "CustomResourceDefinition" || !Array.isArray(versions)) {
    return [];
  }
  return versions.map((version) => {
    const { schema } = parseJsonSchema(at(version, "schema", "openAPIV3Schema") ?? {});
    return [`${at(crd, "spec", "group")}/${at(version, "name")} ${at(crd, "spec", "names", "kind")}`, schema];
  });
}

function readWarnings(header: JsonValue | undefined): string[] {
  const fields = [...String(header ?? "").matchAll(/unknown field \\"([^"]*)\\"/g)];
  return fields.map(([, field]) => field as string);
}

/** Metadata that the server adds, and a status with its own endpoint, are not covered by the schema. */
function specified({ metadata: _, status: __, ...rest }: JsonObject): JsonObject {
  return rest;
}

describe.each(["prune-1", "prune-2", "prune-3", "default-1", "default-2"])("the creations recorded in %s", (file) => {
  const recordings = readCreations(file);

  it("are found", () => {
    expect(recordings.length).toBeGreaterThan(2);
  });

  it.each(recordings)(
    "are pruned, defaulted and warned of as recorded: $name",
    ({ schema, sent, stored, warnings }) => {
      const compiled = compileSchema(schema, { semantics: "upstream" });
      const object = deepCopy(sent);
      const report = compiled.prune(object, { tracksRemoved: true });
      compiled.setDefaults?.(object, report);
      expect(specified(object)).toEqual(specified(stored));
      expect(report.removed).toEqual(warnings);
    },
  );
});
