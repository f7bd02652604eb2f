import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { addFaults } from "./check.ts";
import { type Fault, prefixFaults, type Segment } from "./fault.ts";
import { itemsOf, type JsonSchema } from "./json-schema.ts";

/** Checks one value without regard to its position. */
export type Inspect = (value: JsonValue) => Fault[] | undefined;

/**
 * Compiles a walk over a value along its structural schema; `inspectorFor`, called once a schema node, returns the
 * check of that node. Errors of a value precede those of its content. Undefined if no node has a check; subtrees
 * without checks are not entered.
 */
export function compileWalk(
  schema: JsonSchema,
  inspectorFor: (schema: JsonSchema) => Inspect | undefined,
): Inspect | undefined {
  const inspect = inspectorFor(schema);
  const itemSchema = itemsOf(schema);
  const item = itemSchema === undefined ? undefined : compileWalk(itemSchema, inspectorFor);
  const fields = compileFields(schema, inspectorFor);
  const { additionalProperties } = schema;
  const entry = typeof additionalProperties === "object" ? compileWalk(additionalProperties, inspectorFor) : undefined;
  if (inspect === undefined && item === undefined && fields.size === 0 && entry === undefined) {
    return undefined;
  }
  return (value) => {
    const faults = inspect?.(value);
    if (Array.isArray(value)) {
      return item === undefined ? faults : addFaults(faults, walkItems(value, item));
    }
    if (!isJsonObject(value)) {
      return faults;
    }
    const inFields = fields.size === 0 ? faults : addFaults(faults, walkFields(value, fields));
    return entry === undefined ? inFields : addFaults(inFields, walkEntries(value, entry));
  };
}

function compileFields(
  schema: JsonSchema,
  inspectorFor: (schema: JsonSchema) => Inspect | undefined,
): ReadonlyMap<string, Inspect> {
  const fields = new Map<string, Inspect>();
  for (const [name, field] of schema.properties ?? []) {
    const inspect = compileWalk(field, inspectorFor);
    if (inspect !== undefined) {
      fields.set(name, inspect);
    }
  }
  return fields;
}

function walkItems(list: readonly JsonValue[], item: Inspect): Fault[] | undefined {
  let faults: Fault[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const found = item(list[i] as JsonValue);
    faults = found === undefined ? faults : addFaults(faults, prefixed(found, { kind: "index", index: i }));
  }
  return faults;
}

function walkFields(object: JsonObject, fields: ReadonlyMap<string, Inspect>): Fault[] | undefined {
  let faults: Fault[] | undefined;
  for (const [name, field] of fields) {
    const value = getOwn(object, name);
    const found = value === undefined ? undefined : field(value);
    faults = found === undefined ? faults : addFaults(faults, prefixed(found, { kind: "field", name }));
  }
  return faults;
}

function walkEntries(object: JsonObject, entry: Inspect): Fault[] | undefined {
  let faults: Fault[] | undefined;
  for (const key in object) {
    const found = entry(object[key] as JsonValue);
    faults = found === undefined ? faults : addFaults(faults, prefixed(found, { kind: "key", key }));
  }
  return faults;
}

/** Appends `segment` to the path of each of `faults` and returns them. */
function prefixed(faults: Fault[], segment: Segment): Fault[] {
  prefixFaults(faults, segment);
  return faults;
}
