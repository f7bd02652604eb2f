import { isJsonObject, type JsonObject, type JsonValue, printFieldError } from "@kiln/api";
import { printSegments } from "./fault.ts";
import { explainGoTime } from "./go-time.ts";
import { collect, type Finding, field, type PruneNode, type PruneWalk, typeOf } from "./prune-report.ts";

/** Where a value sits in the Go types that Kubernetes decodes metadata into: `OwnerReference`, `ownerReferences.uid`. */
interface GoField {
  readonly struct: string;
  readonly path: string;
}

/** A type of metadata fields; the place is known beforehand, so that checking a good value allocates nothing. */
type MetaType = (at: GoField) => PruneNode;

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
 * Changes the metadata of a resource: unknown fields go, at every level. A known field of the wrong type is reported
 * for a request; a stored object loses that field as a whole, as in Kubernetes, so that it stays readable.
 */
export const coerceMetadata: PruneNode = (value, walk) => {
  const { sawNull } = walk;
  const findings = coerceObjectMeta(value, walk);
  // Nulls in the metadata of the root are no concern of defaulting.
  walk.sawNull = sawNull;
  return findings;
};

const coerceObjectMeta: PruneNode = (value, walk) => {
  if (!isJsonObject(value)) {
    return mistyped(value, { walk, expected: "object", into: "Go value of type v1.ObjectMeta" });
  }
  let findings: Finding[] | undefined;
  for (const key in value) {
    const before = walk.tolerated;
    const found = coerceField(value, key, { node: OBJECT_META.get(key), walk });
    if (found !== undefined) {
      findings = collect(findings, found, field(key));
    }
    if (walk.tolerated > before) {
      delete value[key];
    }
  }
  return findings;
};

/** Metadata of an embedded resource: as {@link coerceMetadata}, with texts that name the place and show the value. */
export const coerceEmbeddedMetadata: PruneNode = (value, walk) =>
  coerceObjectMeta(value, walk)?.map((finding) => (finding.detail === undefined ? finding : embed(finding, value)));

function embed(finding: Finding, metadata: JsonValue): Finding {
  const { segments, detail } = finding;
  const inner = segments.length;
  // The segments from here outwards are only known once the whole path is.
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
 * Changes the metadata: what Go leaves out when it encodes an ObjectMeta goes, so that null, empty and absent are
 * stored alike. Expects metadata that was coerced before.
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
  // Kubernetes: the grace period is a pointer, so its zero is kept.
  return value === null || value === "" || (value === 0 && key !== "deletionGracePeriodSeconds");
}

// Kubernetes: null decodes into a map of strings as the empty string.
function fillNulls(map: JsonObject): void {
  for (const key in map) {
    if (map[key] === null) {
      map[key] = "";
    }
  }
}

interface FieldAt {
  readonly node: PruneNode | undefined;
  readonly walk: PruneWalk;
}

/** Changes `object`: an unknown field goes. Null never mismatches, but is noted in `walk`. */
function coerceField(object: JsonObject, key: string, { node, walk }: FieldAt): Finding[] | undefined {
  if (node === undefined) {
    delete object[key];
    return walk.tracksRemoved ? [{ kind: "removed-metadata", segments: [] }] : undefined;
  }
  const value = object[key] as JsonValue;
  if (value === null) {
    walk.sawNull = true;
    return undefined;
  }
  return node(value, walk);
}

function fieldNodes(
  name: string,
  path: string,
  types: { readonly [name: string]: MetaType },
): ReadonlyMap<string, PruneNode> {
  const prefix = path === "" ? "" : `${path}.`;
  return new Map(Object.entries(types).map(([key, type]) => [key, type({ struct: name, path: prefix + key })]));
}

function scalar(json: "string" | "boolean" | "integer", go: string): MetaType {
  return (at) => {
    const into = describe(at, go);
    if (json === "integer") {
      return (value, walk) =>
        typeof value === "bigint" || Number.isSafeInteger(value)
          ? undefined
          : mistyped(value, { walk, expected: json, into });
    }
    return (value, walk) => (typeof value === json ? undefined : mistyped(value, { walk, expected: json, into }));
  };
}

// Kubernetes: a time decodes itself, outside the struct that holds it, so its errors name no field.
function time(): PruneNode {
  return (value, walk) => {
    if (typeof value !== "string") {
      return mistyped(value, { walk, expected: "string", into: "Go value of type string" });
    }
    const text = explainGoTime(value);
    return text === undefined ? undefined : report(walk, { expected: "RFC 3339 time", found: "string", text });
  };
}

function opaque(): PruneNode {
  return () => undefined;
}

function mapOf(values: MetaType, go: string): MetaType {
  return (at) => {
    const node = values(at);
    const into = describe(at, go);
    return (value, walk) => {
      if (!isJsonObject(value)) {
        return mistyped(value, { walk, expected: "object", into });
      }
      let findings: Finding[] | undefined;
      for (const key in value) {
        const found = coerceField(value, key, { node, walk });
        if (found !== undefined) {
          findings = collect(findings, found, { kind: "key", key });
        }
      }
      return findings;
    };
  };
}

function listOf(items: MetaType, go: string): MetaType {
  return (at) => {
    const node = items(at);
    const into = describe(at, go);
    return (value, walk) => {
      if (!Array.isArray(value)) {
        return mistyped(value, { walk, expected: "array", into });
      }
      let findings: Finding[] | undefined;
      for (let index = 0; index < value.length; index++) {
        const item = value[index] as JsonValue;
        const found = item === null ? undefined : node(item, walk);
        if (found !== undefined) {
          findings = collect(findings, found, { kind: "index", index });
        }
      }
      return findings;
    };
  };
}

function struct(name: string, types: { readonly [name: string]: MetaType }): MetaType {
  return (at) => {
    const nodes = fieldNodes(name, at.path, types);
    const into = describe(at, `v1.${name}`);
    return (value, walk) => {
      if (!isJsonObject(value)) {
        return mistyped(value, { walk, expected: "object", into });
      }
      let findings: Finding[] | undefined;
      for (const key in value) {
        const found = coerceField(value, key, { node: nodes.get(key), walk });
        if (found !== undefined) {
          findings = collect(findings, found, field(key));
        }
      }
      return findings;
    };
  };
}

function describe(at: GoField, go: string): string {
  return `Go struct field ${at.struct}.${at.path} of type ${go}`;
}

interface Fault {
  readonly walk: PruneWalk;
  readonly expected: string;
  readonly into: string;
}

function mistyped(value: JsonValue, { walk, expected, into }: Fault): Finding[] | undefined {
  const text = `json: cannot unmarshal ${goKind(value, expected)} into ${into}`;
  return report(walk, { expected, found: typeOf(value), text });
}

interface Report {
  readonly expected: string;
  readonly found: string;
  readonly text: string;
}

/** Changes `walk` for a stored object. */
function report(walk: PruneWalk, { expected, found, text }: Report): Finding[] | undefined {
  if (walk.isStored) {
    walk.tolerated++;
    return undefined;
  }
  return [{ kind: "metadata-mismatch", segments: [], expected, found, detail: () => text }];
}

/** How Go's decoder calls a JSON value; a number is spelled out only where another number would have done. */
function goKind(value: JsonValue, expected: string): string {
  if (typeof value === "number" || typeof value === "bigint") {
    return expected === "integer" ? `number ${value}` : "number";
  }
  return typeof value === "boolean" ? "bool" : typeOf(value);
}
