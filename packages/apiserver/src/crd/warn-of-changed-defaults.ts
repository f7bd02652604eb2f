import { deepEqual, printJson } from "@kiln/api";
import type { Definition } from "@kiln/kinds";
import { itemsOf, type JsonSchema } from "@kiln/schema";
import type { SchemaReader } from "../convert/schema-reader.ts";
import { readVersions } from "./read-versions.ts";

/**
 * Warns of changed or removed defaults of marked fields. Objects keep the default they were stored with, so an update
 * that omits the field would change it.
 */
export function warnOfChangedDefaults(schemas: SchemaReader, definition: Definition, old?: Definition): string[] {
  if (old === undefined) {
    return [];
  }
  const before = readVersions(old, schemas);
  return [...readVersions(definition, schemas)].flatMap(([version, schema]) => {
    const known = before.get(version);
    return known === undefined || known === schema ? [] : compare({ old: known, now: schema, path: "", version });
  });
}

interface Pair {
  readonly old: JsonSchema;
  readonly now: JsonSchema;
  readonly path: string;
  readonly version: string;
  /** Mark of the schema, or of its outermost ancestor that has one. */
  readonly mark?: string;
}

function compare(pair: Pair): string[] {
  const { old, now, path } = pair;
  const mark = pair.mark ?? (typeof now.mutability === "string" ? now.mutability : undefined);
  const below = (a: JsonSchema | undefined, b: JsonSchema | undefined, at: string): string[] =>
    a === undefined || b === undefined || a === b
      ? []
      : compare({ ...pair, old: a, now: b, path: at, ...(mark === undefined ? {} : { mark }) });
  return [
    ...(mark === undefined ? [] : explain(pair, mark)),
    ...[...(now.properties ?? [])].flatMap(([name, property]) =>
      below(old.properties?.get(name), property, path === "" ? name : `${path}.${name}`),
    ),
    ...below(itemsOf(old), itemsOf(now), `${path}[*]`),
    ...below(valuesOf(old), valuesOf(now), `${path}[*]`),
  ];
}

function explain({ old, now, path, version }: Pair, mark: string): string[] {
  const isRemoved = now.default === undefined;
  if (old.default === undefined || (isRemoved && mark === "RemoveOnly")) {
    return [];
  }
  if (now.default !== undefined && deepEqual(old.default, now.default)) {
    return [];
  }
  const change = now.default === undefined ? "was removed" : `changed to ${printJson(now.default)}`;
  return [
    `default ${printJson(old.default)} of "${path}" ${change} in ${version}, and the field is marked ` +
      `x-kubernetes-mutability: ${mark}: updates that leave it out will be rejected for objects that have the old default`,
  ];
}

function valuesOf({ additionalProperties: values }: JsonSchema): JsonSchema | undefined {
  return typeof values === "object" ? values : undefined;
}
