import type { FieldError, FieldPath, JsonValue } from "@kiln/api";
import type { Check, CompileContext, Kind } from "./check.ts";
import type { CheckSchemaOptions, SchemaGates } from "./check-options.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Inspect } from "./walk-value.ts";

/**
 * Encoding of a keyword's value in JSON. Kubernetes leaves out empty values: `text`, `flag`, lists and maps vanish when
 * empty or false. The encodings ending in `AsGiven` keep the empty value, because there it means something.
 */
export type KeywordEncoding =
  | "text"
  | "textAsGiven"
  | "flag"
  | "flagAsGiven"
  | "number"
  | "integer"
  | "json"
  | "jsonAsGiven"
  | "jsonList"
  | "textList"
  | "schema"
  | "schemaList"
  | "schemaMap"
  | "schemaOrFlag"
  | "schemaOrList"
  | "schemaOrTextListMap"
  | "externalDocs"
  | "rules";

/**
 * Effect of a keyword on `isSettled`, the walk that spares an unchanged object pruning, defaulting and validation:
 * - `none`: no effect on any of the three.
 * - `walked`: the walk itself implements the keyword.
 * - `scalar`: concerns strings, numbers and booleans only, whose compiled check the walk always calls.
 * - `checked`: the walk calls the compiled check where the keyword is used.
 * - `rules`: an object whose schema uses it is never settled, if CEL rules run.
 * - `never`: an object whose schema uses it is never settled. Always right, and the slowest.
 */
export type SettledEffect = "none" | "walked" | "scalar" | "checked" | "rules" | "never";

/** Validation of one value by one keyword. Its errors are ratcheted: an update tolerates those of unchanged values. */
export interface ValueCheck {
  /** Kinds of values that the keyword validates. */
  readonly kinds: readonly Kind[];
  /** The check for values of `kind`; undefined if all of them are valid. */
  compile(schema: JsonSchema, kind: Kind, context: CompileContext): Check | undefined;
}

/** Validation of a whole object in a walk of its own, for rules that ratcheting does not apply to. */
export interface ObjectCheck {
  /** Undefined if the schema and those below it leave nothing to inspect. */
  compile(schema: JsonSchema): Inspect | undefined;
  /** One violation in the stored object excuses all of the new one. */
  readonly isExcusedByOld: boolean;
  /** Runs on updates of the status subresource, too. */
  readonly isForStatus: boolean;
}

export interface NodeCheckOptions extends SchemaGates {
  readonly printGoItems: (items: NonNullable<JsonSchema["items"]>) => string;
}

export interface PlacementOptions extends CheckSchemaOptions {
  readonly path: FieldPath;
  readonly gates: SchemaGates;
}

/** Validation of schemas that use the keyword. Keywords with the same function are checked once. */
export interface SchemaCheck {
  /** Checks each schema that uses the keyword, wherever it is. */
  readonly each?: (schema: JsonSchema, path: FieldPath, options: NodeCheckOptions) => readonly FieldError[];
  /** Checks the placement of the keyword: a root schema in which it is used anywhere. */
  readonly root?: (schema: JsonSchema, options: PlacementOptions) => readonly FieldError[];
}

/** A keyword that guarantees something about changes of stored objects (immutability, unions). */
export interface Mark {
  /** Enforced while this feature gate is on. */
  readonly gate: "FieldMutability" | "Unions";
  /** Equal results mean equal guarantees; absent: equal values do. */
  readonly normalize?: (value: JsonValue) => JsonValue;
}

/**
 * One keyword of the schema language. Parser, printers, schema checks, validation and `isSettled` derive from the list
 * of these in keywords/index.ts; adding a keyword is its file, a line there, and its property in {@link JsonSchema}.
 */
export interface Keyword {
  /** The key in JSON. */
  readonly wire: string;
  readonly name: keyof JsonSchema;
  readonly encoding: KeywordEncoding;
  /** Name of its Go type in decoding errors, where that is not the usual one of the encoding. */
  readonly goType?: string;
  /** Field of Kubernetes' Go type JSONSchemaProps; undefined for keywords that Kubernetes does not have. */
  readonly goField?: string;
  /** May be used inside allOf, anyOf, oneOf and not. Errors of placement checks count there as well. */
  readonly mayBeInBranch: boolean;
  /** May be used at the root of a schema whose resource has a status subresource. */
  readonly mayBeAtStatusRoot: boolean;
  /** The schema must be structural where the keyword is used, whatever the API version. Absent: as for all extensions. */
  readonly needsStructure?: boolean;
  readonly settled: SettledEffect;
  /** {@link Shortcut} implements the keyword: without it, values under a schema that uses it take no shortcut. */
  readonly isInShortcut?: boolean;
  readonly values?: ValueCheck;
  readonly objects?: ObjectCheck;
  readonly schemas?: SchemaCheck;
  /**
   * For a flag that decoding depends on: its position in the stamps of stored values. Never changed, and never used
   * again for another keyword, because values on disk carry their stamps.
   */
  readonly stampFlag?: number;
  /** Set for keywords whose guarantee every version must keep; Kubernetes has none of them. */
  readonly mark?: Mark;
}

/** True if a schema uses the keyword: with a value that Kubernetes would not leave out. */
export function isUsed({ name, encoding }: Pick<Keyword, "name" | "encoding">, schema: JsonSchema): boolean {
  const value = schema[name];
  switch (encoding) {
    case "text":
    case "flag":
    case "schemaOrFlag":
      return Boolean(value);
    case "jsonList":
    case "textList":
    case "schemaList":
    case "rules":
      return ((value as readonly unknown[] | undefined)?.length ?? 0) > 0;
    case "schemaMap":
      return ((value as ReadonlyMap<string, JsonSchema> | undefined)?.size ?? 0) > 0;
    default:
      return value !== undefined;
  }
}

/** True if the keyword's value holds schemas. */
export function isNesting({ encoding }: Keyword): boolean {
  return encoding.startsWith("schema");
}

export function isExtension({ wire }: Keyword): boolean {
  return wire.startsWith("x-kubernetes-");
}
