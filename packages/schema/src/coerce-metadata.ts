import { explainGoTime, isJsonObject, type JsonObject, type JsonValue, printFieldError } from "@kiln/api";
import { printSegments } from "./fault.ts";
import { anything, composite, Leaf, type Node, pruneItems, pruneMap, pruneStruct } from "./prune-nodes.ts";
import { type Finding, type PruneNode, type PruneWalk, typeOf } from "./prune-report.ts";

/** Name of a field in the Go types that Kubernetes decodes metadata into: `OwnerReference`, `ownerReferences.uid`. */
interface GoField {
  readonly struct: string;
  readonly path: string;
}

/**
 * Creates the node of a metadata field; its Go name is bound at compile time, so that checking a valid value allocates
 * nothing.
 */
type MetaType = (at: GoField) => Node;

const STRING = scalar("string", "string");
const BOOL = scalar("boolean", "bool");
const INT64 = scalar("integer", "int64");
const UID = scalar("string", "types.UID");
const OPERATION = scalar("string", "v1.ManagedFieldsOperationType");
const STRING_MAP = mapOf(STRING, "map[string]string");

const OWNER_REFERENCE = struct("OwnerReference", {
  apiVersion: STRING,
  kind: STRING,
  name: STRING,
  uid: UID,
  controller: BOOL,
  blockOwnerDeletion: BOOL,
});

const MANAGED_FIELDS_ENTRY = struct("ManagedFieldsEntry", {
  manager: STRING,
  operation: OPERATION,
  apiVersion: STRING,
  time,
  fieldsType: STRING,
  fieldsV1: opaque,
  subresource: STRING,
});

const OBJECT_META = fieldNodes("ObjectMeta", "", {
  name: STRING,
  generateName: STRING,
  namespace: STRING,
  selfLink: STRING,
  uid: UID,
  resourceVersion: STRING,
  generation: INT64,
  creationTimestamp: time,
  deletionTimestamp: time,
  deletionGracePeriodSeconds: INT64,
  labels: STRING_MAP,
  annotations: STRING_MAP,
  finalizers: listOf(STRING, "[]string"),
  ownerReferences: listOf(OWNER_REFERENCE, "[]v1.OwnerReference"),
  managedFields: listOf(MANAGED_FIELDS_ENTRY, "[]v1.ManagedFieldsEntry"),
});

/**
 * Removes unknown fields from the metadata of a resource, at every level. A known field of the wrong type is an error
 * in a request. A stored object, which another API server may have written, loses such a field as a whole, and null and
 * empty fields, so that it stays readable; Kubernetes does the same.
 */
export const coerceMetadata: PruneNode = (value, walk) => {
  const { sawNull } = walk;
  const findings = coerceObjectMeta(value, walk);
  if (walk.isStored && isJsonObject(value)) {
    dropEntryNulls(value.ownerReferences);
    dropEntryNulls(value.managedFields);
    dropEmptyMetadata(value);
  }
  // Nulls in the metadata of the root do not affect defaulting.
  walk.sawNull = sawNull;
  return findings;
};

/** Removes null fields from owner references and managed fields, because Go decodes null as an absent field. */
function dropEntryNulls(entries: JsonValue | undefined): void {
  for (const entry of Array.isArray(entries) ? entries.filter(isJsonObject) : []) {
    for (const key in entry) {
      if (entry[key] === null) {
        delete entry[key];
      }
    }
  }
}

const pruneObjectMeta = pruneStruct(
  OBJECT_META,
  "removed-metadata",
  rejectAs("object", "Go value of type v1.ObjectMeta"),
);

const coerceObjectMeta: PruneNode = (value, walk) => {
  const before = walk.tolerated;
  const findings = pruneObjectMeta(value, walk);
  if (walk.tolerated > before && isJsonObject(value)) {
    dropMistyped(value);
  }
  return findings;
};

/**
 * Removes unknown fields from the metadata and returns Go's decoding error; undefined if the value decodes as metadata.
 */
export function explainMistypedMetadata(metadata: JsonValue): string | undefined {
  const walk: PruneWalk = { tracksRemoved: false, isStored: false, sawNull: false, tolerated: 0 };
  return pruneObjectMeta(metadata, walk)
    ?.find(({ detail }) => detail !== undefined)
    ?.detail?.("");
}

/** Removes fields of the wrong type from the metadata of a stored object. */
function dropMistyped(metadata: JsonObject): void {
  for (const key in metadata) {
    const trial: PruneWalk = { tracksRemoved: false, isStored: true, sawNull: false, tolerated: 0 };
    pruneObjectMeta({ [key]: metadata[key] as JsonValue }, trial);
    if (trial.tolerated > 0) {
      delete metadata[key];
    }
  }
}

/**
 * Metadata of an embedded resource, treated as by {@link coerceMetadata}; the error has the path of the metadata and
 * its whole value. Only the first error is reported, as Go's decoder does: errors that each print the whole value would
 * take quadratic size.
 */
export const coerceEmbeddedMetadata: PruneNode = (value, walk) => {
  const findings = coerceObjectMeta(value, walk);
  const first = findings?.find(({ detail }) => detail !== undefined);
  if (findings === undefined || first === undefined) {
    return findings;
  }
  return [...findings.filter(({ detail }) => detail === undefined), embed(first, value)];
};

function embed(finding: Finding, metadata: JsonValue): Finding {
  const { segments, detail } = finding;
  const inner = segments.length;
  // Evaluated when the error is printed: enclosing nodes append their segments after this call.
  const place = () => printSegments(segments.slice(inner), "bracketed");
  return {
    ...finding,
    detail: (path) =>
      printFieldError({
        reason: "FieldValueInvalid",
        field: place(),
        value: metadata,
        detail: detail?.(path) ?? "",
      }),
  };
}

/**
 * Removes fields that Go omits when it encodes an ObjectMeta, so that null, empty and absent are stored alike. Expects
 * coerced metadata.
 */
export function dropEmptyMetadata(metadata: JsonObject): void {
  for (const key in metadata) {
    const value = metadata[key] as JsonValue;
    if (isUnset(key, value)) {
      delete metadata[key];
    } else if ((key === "labels" || key === "annotations") && isJsonObject(value)) {
      fillNulls(value);
    }
  }
}

function isUnset(key: string, value: JsonValue): boolean {
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
  }
  // Kubernetes: deletionGracePeriodSeconds is a pointer, so its zero is kept (meta/v1/types.go ObjectMeta, v1.36).
  return value === null || value === "" || (value === 0 && key !== "deletionGracePeriodSeconds");
}

// Kubernetes: null decodes into a map of strings as the empty string
// (sigs.k8s.io/json/internal/golang/encoding/json/decode.go literalStore, v1.36).
function fillNulls(map: JsonObject): void {
  for (const key in map) {
    if (map[key] === null) {
      map[key] = "";
    }
  }
}

function fieldNodes(
  name: string,
  path: string,
  types: { readonly [name: string]: MetaType },
): ReadonlyMap<string, Node> {
  const prefix = path === "" ? "" : `${path}.`;
  return new Map(Object.entries(types).map(([key, type]) => [key, type({ struct: name, path: prefix + key })]));
}

function scalar(json: "string" | "boolean" | "integer", go: string): MetaType {
  return (at) => ({ leaf: Leaf[json], run: rejectAs(json, describe(at, go)) });
}

// Kubernetes: a time decodes itself, outside the struct that holds it, so its errors name no field (meta/v1/time.go
// UnmarshalJSON, v1.36).
function time(): Node {
  const reject = rejectAs("string", "Go value of type string");
  return composite((value, walk) => {
    if (typeof value !== "string") {
      return reject(value, walk);
    }
    const text = explainGoTime(value);
    return text === undefined ? undefined : report(walk, { expected: "RFC 3339 time", found: "string", text });
  });
}

function opaque(): Node {
  return anything;
}

function mapOf(values: MetaType, go: string): MetaType {
  return (at) => composite(pruneMap(values(at), rejectAs("object", describe(at, go))));
}

function listOf(items: MetaType, go: string): MetaType {
  return (at) => composite(pruneItems(items(at), rejectAs("array", describe(at, go))));
}

function struct(name: string, types: { readonly [name: string]: MetaType }): MetaType {
  return (at) => {
    const nodes = fieldNodes(name, at.path, types);
    return composite(pruneStruct(nodes, "removed-metadata", rejectAs("object", describe(at, `v1.${name}`))));
  };
}

function describe(at: GoField, go: string): string {
  return `Go struct field ${at.struct}.${at.path} of type ${go}`;
}

function rejectAs(expected: string, into: string): PruneNode {
  return (value, walk) => {
    const text = `json: cannot unmarshal ${goKind(value, expected)} into ${into}`;
    return report(walk, { expected, found: typeOf(value), text });
  };
}

interface Report {
  readonly expected: string;
  readonly found: string;
  readonly text: string;
}

/** Counts the mistyped value of a stored object in `walk`; returns a finding for any other object. */
function report(walk: PruneWalk, { expected, found, text }: Report): Finding[] | undefined {
  if (walk.isStored) {
    walk.tolerated++;
    return undefined;
  }
  return [{ kind: "metadata-mismatch", segments: [], expected, found, detail: () => text }];
}

/**
 * Name of a JSON value in Go's decoding errors; a number is printed only where another number would have been valid.
 */
function goKind(value: JsonValue, expected: string): string {
  if (typeof value === "number" || typeof value === "bigint") {
    return expected === "integer" ? `number ${value}` : "number";
  }
  return typeof value === "boolean" ? "bool" : typeOf(value);
}
