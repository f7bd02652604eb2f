import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue, printFieldError } from "@kiln/api";
import { coerceEmbeddedMetadata, coerceMetadata } from "./coerce-metadata.ts";
import { createCounterparts, type FindCounterpart } from "./find-counterpart.ts";
import { hasProperties, itemsOf, type JsonSchema, type Semantics } from "./json-schema.ts";
import {
  collect,
  type Finding,
  field,
  mismatch,
  type PruneNode,
  type PruneReport,
  type PruneWalk,
  toPruneReport,
  typeOf,
} from "./prune-report.ts";

export interface PruneSettings {
  readonly semantics: Semantics;
  /** The value is a resource: apiVersion, kind and metadata are implied. */
  readonly isResourceRoot: boolean;
  /** The CRD's own `preserveUnknownFields`: only metadata is pruned. */
  readonly preserveUnknownFields?: boolean;
}

export interface PruneOptions {
  /** A stored object never fails: mistyped values stay as they are, mistyped metadata fields go. */
  readonly isStored?: boolean;
  /** The stored object of an update: a mistyped value that is already stored at the same place is tolerated. */
  readonly old?: JsonObject;
  /** Report the paths of what was removed. */
  readonly tracksRemoved?: boolean;
}

/** Changes the value: what the schema does not specify goes. Linear in the size of the value. */
export type CompiledPrune = (value: JsonObject, options?: PruneOptions) => PruneReport;

/** What holds for the schema as a whole. */
interface Compiling {
  readonly semantics: Semantics;
  readonly preservesAll: boolean;
}

export function compilePrune(schema: JsonSchema | undefined, settings: PruneSettings): CompiledPrune {
  const compiling: Compiling = {
    semantics: settings.semantics,
    preservesAll: settings.preserveUnknownFields === true,
  };
  const root = compileNode(schema ?? {}, { inherits: false, isRoot: settings.isResourceRoot, compiling });
  return (value, options = {}) => {
    const walk: PruneWalk = {
      tracksRemoved: options.tracksRemoved === true,
      isStored: options.isStored === true,
      sawNull: false,
      tolerated: 0,
    };
    const findings = root?.(value, walk);
    if (findings === undefined || options.old === undefined) {
      return toPruneReport(walk, findings);
    }
    const find = createCounterparts(schema, { value, old: options.old });
    return toPruneReport(
      walk,
      findings.filter((finding) => !isStoredAlike(finding, find)),
    );
  };
}

function isStoredAlike({ kind, segments, value }: Finding, find: FindCounterpart): boolean {
  if (kind !== "mismatch" || value === undefined) {
    return false;
  }
  const stored = find([...segments].reverse());
  return stored !== undefined && deepEqual(stored, value);
}

interface At {
  /** Unknown fields were kept by the parent and stay so, unless this node says otherwise. */
  readonly inherits: boolean;
  readonly isRoot?: boolean;
  readonly compiling: Compiling;
}

/** Undefined if nothing below could ever be changed or found. */
function compileNode(schema: JsonSchema | undefined, at: At): PruneNode | undefined {
  const { compiling, inherits } = at;
  const isKep = compiling.semantics === "kep";
  if (schema === undefined) {
    return inherits || compiling.preservesAll ? undefined : pruneUnspecified;
  }
  const resets = hasProperties(schema);
  const preserves = schema.preserveUnknownFields === true || compiling.preservesAll;
  const keeps = preserves || (inherits && !(isKep && resets));
  // Kubernetes: declared fields and map values of a preserving node are pruned as anywhere else, and only list items
  // inherit; the pruning proposal hands preservation down until a schema has properties of its own.
  const below: At = { inherits: isKep && keeps, compiling };
  const shape: Shape = {
    fields: compileFields(schema, below, at.isRoot === true),
    rest: compileRest(schema, below, keeps),
    items: compileNode(itemsOf(schema), { inherits: keeps, compiling }),
    expected: isKep && !compiling.preservesAll && (!inherits || resets) ? expectedType(schema) : undefined,
  };
  return assemble(shape, schema.embeddedResource === true && at.isRoot !== true);
}

function compileFields(schema: JsonSchema, below: At, isRoot: boolean): ReadonlyMap<string, PruneNode | undefined> {
  const fields = new Map<string, PruneNode | undefined>();
  for (const [name, property] of schema.properties ?? []) {
    fields.set(name, compileNode(property, below));
  }
  if (isRoot || schema.embeddedResource === true) {
    fields.set("apiVersion", isRoot ? requireString : coerceTypeMeta);
    fields.set("kind", isRoot ? requireString : coerceTypeMeta);
    fields.set("metadata", isRoot ? coerceMetadata : coerceEmbeddedMetadata);
  }
  return fields;
}

/** What happens to keys that no property names: they go, or stay, the latter perhaps with their value pruned. */
type Rest = "remove" | "keep" | PruneNode;

function compileRest(schema: JsonSchema, below: At, keeps: boolean): Rest {
  if (schema.additionalProperties === undefined) {
    return keeps ? "keep" : "remove";
  }
  // Map values are visited even where nothing can be pruned, because a null among them must be seen.
  return typeof schema.additionalProperties === "object"
    ? (compileNode(schema.additionalProperties, below) ?? leaveAlone)
    : (compileNode(undefined, below) ?? "keep");
}

interface Shape {
  readonly fields: ReadonlyMap<string, PruneNode | undefined>;
  readonly rest: Rest;
  readonly items: PruneNode | undefined;
  /** Undefined where types are not checked. */
  readonly expected: string | undefined;
}

function assemble(shape: Shape, isEmbedded: boolean): PruneNode | undefined {
  const { expected, items } = shape;
  const struct = compileObject(shape);
  const object = struct !== undefined && isEmbedded ? pruneEmbedded(struct) : struct;
  const list = items === undefined ? undefined : pruneItems(items);
  switch (expected) {
    case undefined:
      return object === undefined && list === undefined ? undefined : pruneAny(object, list);
    case "object":
      return object === undefined ? check(isJsonObject, expected) : pruneTypedObject(object);
    case "array":
      return list === undefined ? check(Array.isArray, expected) : pruneTypedList(list);
    default:
      return check(SCALARS.get(expected) ?? isAnything, expected);
  }
}

const SCALARS: ReadonlyMap<string, (value: JsonValue) => boolean> = new Map([
  ["string", isString],
  ["boolean", (value: JsonValue) => typeof value === "boolean"],
  ["integer", isInteger],
  ["number", (value: JsonValue) => typeof value === "number" || typeof value === "bigint"],
  ["integer or string", (value: JsonValue) => isString(value) || isInteger(value)],
]);

function isString(value: JsonValue): boolean {
  return typeof value === "string";
}

function isInteger(value: JsonValue): boolean {
  return Number.isInteger(value) || typeof value === "bigint";
}

function isAnything(): boolean {
  return true;
}

// Kubernetes: int-or-string wins over a type written beside it.
function expectedType(schema: JsonSchema): string | undefined {
  if (schema.intOrString === true) {
    return "integer or string";
  }
  return schema.type === "" ? undefined : schema.type;
}

function check(isValid: (value: JsonValue) => boolean, expected: string): PruneNode {
  return (value, walk) => (isValid(value) ? undefined : wrongType(value, expected, walk));
}

function wrongType(value: JsonValue, expected: string, walk: PruneWalk): Finding[] | undefined {
  return mismatch(walk, { kind: "mismatch", value, expected, found: typeOf(value) });
}

type PruneObject = (object: JsonObject, walk: PruneWalk) => Finding[] | undefined;
type PruneList = (list: JsonValue[], walk: PruneWalk) => Finding[] | undefined;

function pruneTypedObject(object: PruneObject): PruneNode {
  return (value, walk) =>
    typeof value === "object" && !Array.isArray(value)
      ? object(value as JsonObject, walk)
      : wrongType(value, "object", walk);
}

function pruneTypedList(list: PruneList): PruneNode {
  return (value, walk) => (Array.isArray(value) ? list(value, walk) : wrongType(value, "array", walk));
}

function pruneAny(object: PruneObject | undefined, list: PruneList | undefined): PruneNode {
  return (value, walk) => {
    if (typeof value !== "object") {
      return undefined;
    }
    return Array.isArray(value) ? list?.(value, walk) : object?.(value as JsonObject, walk);
  };
}

function compileObject({ fields, rest }: Shape): PruneObject | undefined {
  if (fields.size > 0 || rest === "remove") {
    return pruneStruct(fields, rest);
  }
  return rest === "keep" ? undefined : pruneMap(rest);
}

/** Changes a stored object: Kubernetes drops what is no string from `apiVersion` and `kind`. */
function pruneEmbedded(struct: PruneObject): PruneObject {
  return (object, walk) => {
    if (walk.isStored) {
      dropMistyped(object, "apiVersion", walk);
      dropMistyped(object, "kind", walk);
    }
    return struct(object, walk);
  };
}

function dropMistyped(object: JsonObject, key: string, walk: PruneWalk): void {
  const value = getOwn(object, key) ?? "";
  if (typeof value !== "string") {
    delete object[key];
    walk.tolerated++;
  }
}

function pruneStruct(fields: ReadonlyMap<string, PruneNode | undefined>, rest: Rest): PruneObject {
  return (object, walk) => {
    let findings: Finding[] | undefined;
    for (const key in object) {
      const node = fields.get(key);
      if (node === undefined && !fields.has(key)) {
        const found = pruneUnnamed(object, key, { rest, walk });
        if (found !== undefined) {
          findings = collect(findings, found, rest === "remove" ? field(key) : { kind: "key", key });
        }
        continue;
      }
      const value = object[key] as JsonValue;
      if (value === null) {
        walk.sawNull = true;
        continue;
      }
      const found = node?.(value, walk);
      if (found !== undefined) {
        findings = collect(findings, found, field(key));
      }
    }
    return findings;
  };
}

interface Unnamed {
  readonly rest: Rest;
  readonly walk: PruneWalk;
}

/** Changes `object` if its unknown keys are to go. */
function pruneUnnamed(object: JsonObject, key: string, { rest, walk }: Unnamed): Finding[] | undefined {
  if (rest === "remove") {
    delete object[key];
    return walk.tracksRemoved ? [{ kind: "removed", segments: [] }] : undefined;
  }
  if (rest === "keep") {
    return undefined;
  }
  const value = object[key] as JsonValue;
  if (value === null) {
    walk.sawNull = true;
    return undefined;
  }
  return rest(value, walk);
}

function pruneMap(values: PruneNode): PruneObject {
  return (object, walk) => {
    let findings: Finding[] | undefined;
    for (const key in object) {
      const value = object[key] as JsonValue;
      if (value === null) {
        walk.sawNull = true;
        continue;
      }
      const found = values(value, walk);
      if (found !== undefined) {
        findings = collect(findings, found, { kind: "key", key });
      }
    }
    return findings;
  };
}

function pruneItems(items: PruneNode): PruneList {
  return (list, walk) => {
    let findings: Finding[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const value = list[index] as JsonValue;
      const found = value === null ? undefined : items(value, walk);
      if (found !== undefined) {
        findings = collect(findings, found, { kind: "index", index });
      }
    }
    return findings;
  };
}

/** Below what no schema describes, scalars and lists stay and objects lose every field. */
const pruneUnspecified: PruneNode = pruneAny(
  pruneStruct(new Map(), "remove"),
  pruneItems((value, walk) => pruneUnspecified(value, walk)),
);

/** `apiVersion` and `kind` of the resource itself. */
const requireString: PruneNode = check(isString, "string");

/** `apiVersion` and `kind` of an embedded resource; Kubernetes has its own words for them. */
const coerceTypeMeta: PruneNode = (value, walk) => {
  if (isString(value)) {
    return undefined;
  }
  const print = (path: string) =>
    printFieldError({ reason: "FieldValueInvalid", field: path, value, detail: "must be a string" });
  return mismatch(walk, { kind: "metadata-mismatch", expected: "string", found: typeOf(value), detail: print });
};

const leaveAlone: PruneNode = () => undefined;
