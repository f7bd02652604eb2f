import { deepEqual, getOwn, isJsonObject, type JsonObject, printFieldError } from "@kiln/api";
import { coerceEmbeddedMetadata, coerceMetadata } from "./coerce-metadata.ts";
import { createCounterparts, type FindCounterpart } from "./find-counterpart.ts";
import { hasProperties, itemsOf, type JsonSchema, type Semantics } from "./json-schema.ts";
import {
  anything,
  composite,
  Leaf,
  leaveAlone,
  type Node,
  pruneItems,
  pruneMap,
  pruneStruct,
  type Rest,
} from "./prune-nodes.ts";
import {
  type Finding,
  mismatch,
  type PruneNode,
  type PruneReport,
  type PruneWalk,
  toPruneReport,
  typeOf,
} from "./prune-report.ts";

export interface PruneSettings {
  readonly semantics: Semantics;
  /** True if the value is a resource: apiVersion, kind and metadata are implied. */
  readonly isResourceRoot: boolean;
  /** `spec.preserveUnknownFields` of the CRD: only metadata is pruned. */
  readonly preserveUnknownFields?: boolean;
  /** True to leave apiVersion, kind and metadata of embedded resources unchanged. */
  readonly sparesEmbeddedMetadata?: boolean;
}

export interface PruneOptions {
  /** True for a stored object, which never fails: mistyped values are kept, mistyped metadata fields are removed. */
  readonly isStored?: boolean;
  /** Stored object of an update: a mistyped value is tolerated if it is already stored at the same path. */
  readonly old?: JsonObject;
  /** True to report the paths of removed fields. */
  readonly tracksRemoved?: boolean;
  /** Whether to report removed fields in document order, as Kubernetes does for built-in kinds. */
  readonly inDocumentOrder?: boolean;
}

/** Removes unspecified fields from the value, in place. Linear in the size of the value. */
export type CompiledPrune = (value: JsonObject, options?: PruneOptions) => PruneReport;

const INT_OR_STRING = "integer or string";

/** Settings for the schema as a whole. */
interface Compiling {
  readonly semantics: Semantics;
  readonly preservesAll: boolean;
  readonly sparesEmbedded: boolean;
}

export function compilePrune(schema: JsonSchema | undefined, settings: PruneSettings): CompiledPrune {
  const compiling: Compiling = {
    semantics: settings.semantics,
    preservesAll: settings.preserveUnknownFields === true,
    sparesEmbedded: settings.sparesEmbeddedMetadata === true,
  };
  const root = compileNode(schema ?? {}, { inherits: false, isRoot: settings.isResourceRoot, compiling });
  return (value, options = {}) => {
    const walk: PruneWalk = {
      tracksRemoved: options.tracksRemoved === true,
      inDocumentOrder: options.inDocumentOrder === true,
      isStored: options.isStored === true,
      sawNull: false,
      tolerated: 0,
    };
    const findings = root.run(value, walk);
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
  /** True if the parent keeps unknown fields; the node then keeps them too, unless its own schema decides otherwise. */
  readonly inherits: boolean;
  readonly isRoot?: boolean;
  readonly compiling: Compiling;
}

/** Compiles the pruning of one schema; {@link anything} if nothing in its values can be changed or reported. */
function compileNode(schema: JsonSchema | undefined, at: At): Node {
  const { compiling, inherits } = at;
  const isKep = compiling.semantics === "kep";
  if (schema === undefined) {
    return inherits || compiling.preservesAll ? anything : unspecified;
  }
  const resets = hasProperties(schema);
  const preserves = schema.preserveUnknownFields === true || compiling.preservesAll;
  const keeps = preserves || (inherits && !(isKep && resets));
  // Kubernetes: declared fields and map values of a preserving node are pruned as usual, and only list items inherit
  // preservation (schema/pruning/algorithm.go skipPrune, v1.36). The pruning proposal inherits it until a schema has
  // properties of its own.
  const below: At = { inherits: isKep && keeps, compiling };
  const shape: Shape = {
    fields: compileFields(schema, below, at.isRoot === true),
    rest: compileRest(schema, below, keeps),
    items: compileNode(itemsOf(schema), { inherits: keeps, compiling }),
    expected: isKep && !compiling.preservesAll && (!inherits || resets) ? expectedType(schema) : undefined,
  };
  return assemble(shape, schema.embeddedResource === true && at.isRoot !== true);
}

function compileFields(schema: JsonSchema, below: At, isRoot: boolean): ReadonlyMap<string, Node> {
  const fields = new Map<string, Node>();
  for (const [name, property] of schema.properties ?? []) {
    fields.set(name, compileNode(property, below));
  }
  if (isRoot || schema.embeddedResource === true) {
    for (const [name, node] of isRoot
      ? ROOT_FIELDS
      : below.compiling.sparesEmbedded
        ? SPARED_FIELDS
        : EMBEDDED_FIELDS) {
      fields.set(name, node);
    }
  }
  return fields;
}

function compileRest(schema: JsonSchema, below: At, keeps: boolean): Rest {
  if (schema.additionalProperties === undefined) {
    return keeps ? "keep" : "removed";
  }
  // Values with a schema are visited even where nothing can be pruned, because nulls among them must be found.
  const isKnown = typeof schema.additionalProperties === "object";
  const values = compileNode(isKnown ? (schema.additionalProperties as JsonSchema) : undefined, below);
  return values === anything && !isKnown ? "keep" : values;
}

interface Shape {
  readonly fields: ReadonlyMap<string, Node>;
  readonly rest: Rest;
  readonly items: Node;
  /** Expected type for mismatches; undefined where types are not checked. */
  readonly expected: string | undefined;
}

function assemble({ fields, rest, items, expected }: Shape, isEmbedded: boolean): Node {
  switch (expected) {
    case undefined:
      return assembleUntyped({ fields, rest, items, expected }, isEmbedded);
    case "object": {
      const prune = pruneObject({ fields, rest }, rejectAs("object"));
      return composite(isEmbedded ? pruneEmbedded(prune) : prune);
    }
    case "array":
      return composite(pruneItems(items, rejectAs("array")));
    default:
      return compileLeaf(expected);
  }
}

/** Node that accepts objects, lists and scalars alike. */
function assembleUntyped({ fields, rest, items }: Shape, isEmbedded: boolean): Node {
  const hasItems = items !== anything;
  if (fields.size === 0 && rest === "keep") {
    return hasItems ? { leaf: Leaf.scalar, run: pruneItems(items, leaveAlone) } : anything;
  }
  const prune = pruneObject({ fields, rest }, hasItems ? pruneItems(items, leaveAlone) : leaveAlone);
  return { leaf: Leaf.scalar, run: isEmbedded ? pruneEmbedded(prune) : prune };
}

function pruneObject({ fields, rest }: Pick<Shape, "fields" | "rest">, otherwise: PruneNode): PruneNode {
  return fields.size === 0 && typeof rest === "object"
    ? pruneMap(rest, otherwise)
    : pruneStruct(fields, rest, otherwise);
}

const LEAVES: ReadonlyMap<string, Leaf> = new Map([
  ["string", Leaf.string],
  ["boolean", Leaf.boolean],
  ["integer", Leaf.integer],
  ["number", Leaf.number],
  [INT_OR_STRING, Leaf.integerOrString],
]);

function compileLeaf(expected: string): Node {
  const leaf = LEAVES.get(expected);
  return leaf === undefined ? anything : { leaf, run: rejectAs(expected) };
}

// Kubernetes: int-or-string overrides a type beside it (schema/kubeopenapi.go toKubeOpenAPI, v1.36).
function expectedType(schema: JsonSchema): string | undefined {
  return schema.intOrString === true ? INT_OR_STRING : schema.type;
}

function rejectAs(expected: string): PruneNode {
  return (value, walk) => mismatch(walk, { kind: "mismatch", value, expected, found: typeOf(value) });
}

/**
 * Wraps the pruning of an embedded resource: a stored one loses `apiVersion` and `kind` that are no strings, as in
 * Kubernetes.
 */
function pruneEmbedded(prune: PruneNode): PruneNode {
  return (value, walk) => {
    if (walk.isStored && isJsonObject(value)) {
      dropMistyped(value, "apiVersion", walk);
      dropMistyped(value, "kind", walk);
    }
    return prune(value, walk);
  };
}

function dropMistyped(object: JsonObject, key: string, walk: PruneWalk): void {
  const value = getOwn(object, key) ?? "";
  if (typeof value !== "string") {
    delete object[key];
    walk.tolerated++;
  }
}

/** Node for values without a schema: scalars and lists are kept, objects lose all fields. */
const unspecified: Node = { leaf: Leaf.scalar, run: (value, walk) => pruneUnspecified(value, walk) };
const pruneUnspecified: PruneNode = pruneStruct(new Map(), "removed", pruneItems(unspecified, leaveAlone));

/** Node for `apiVersion` and `kind` of the resource itself. */
const requiredString: Node = compileLeaf("string");

/** Node for `apiVersion` and `kind` of an embedded resource, for which Kubernetes has other messages. */
const typeMeta: Node = {
  leaf: Leaf.string,
  run: (value, walk) => {
    const detail = (path: string) =>
      printFieldError({ reason: "FieldValueInvalid", field: path, value, detail: "must be a string" });
    return mismatch(walk, { kind: "metadata-mismatch", expected: "string", found: typeOf(value), detail });
  },
};

type ImpliedFields = readonly (readonly [name: string, node: Node])[];

const ROOT_FIELDS: ImpliedFields = [
  ["apiVersion", requiredString],
  ["kind", requiredString],
  ["metadata", composite(coerceMetadata)],
];

const EMBEDDED_FIELDS: ImpliedFields = [
  ["apiVersion", typeMeta],
  ["kind", typeMeta],
  ["metadata", composite(coerceEmbeddedMetadata)],
];

const SPARED_FIELDS: ImpliedFields = [
  ["apiVersion", anything],
  ["kind", anything],
  ["metadata", anything],
];
