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
  /** Compiles the check for values of `kind`; undefined if all of them are valid. */
  compile(schema: JsonSchema, kind: Kind, context: CompileContext): Check | undefined;
}

/** Validation of a whole object in a walk of its own, for keywords without ratcheting. */
export interface ObjectCheck {
  /** Compiles the validation of a schema; undefined if neither it nor a subschema uses the keyword. */
  compile(schema: JsonSchema): Inspect | undefined;
  /** True if an update may violate the keyword where the stored object already violates it, at any position. */
  readonly isExcusedByOld: boolean;
  /** True if updates of the status subresource are validated as well. */
  readonly isForStatus: boolean;
}

export interface NodeCheckOptions extends SchemaGates {
  readonly printGoItems: (items: NonNullable<JsonSchema["items"]>) => string;
}

export interface PlacementOptions extends CheckSchemaOptions {
  readonly path: FieldPath;
  readonly gates: SchemaGates;
}

/** Validation of schemas that use the keyword. Keywords that share a function are checked once. */
export interface SchemaCheck {
  /** Checks each schema that uses the keyword, wherever it is. */
  readonly each?: (schema: JsonSchema, path: FieldPath, options: NodeCheckOptions) => readonly FieldError[];
  /** Checks the placement of the keyword in a root schema that uses it anywhere. */
  readonly root?: (schema: JsonSchema, options: PlacementOptions) => readonly FieldError[];
}

/** A keyword that guarantees something about changes of stored objects (immutability, unions). */
export interface Mark {
  /** Feature gate of the guarantee. */
  readonly gate: "FieldMutability" | "Unions";
  /**
   * Form of the keyword's value for comparison: equal results mean equal guarantees. Absent: the values themselves are
   * compared.
   */
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
  /** Go type that decoding errors name, where it differs from the usual type of the encoding. */
  readonly goType?: string;
  /** Field of Kubernetes' Go type JSONSchemaProps; undefined for keywords of Kiln alone. */
  readonly goField?: string;
  /** True if allOf, anyOf, oneOf and not may contain the keyword. Errors of placement checks count there as well. */
  readonly mayBeInBranch: boolean;
  /** True if the root of a schema whose resource has a status subresource may use the keyword. */
  readonly mayBeAtStatusRoot: boolean;
  /**
   * True if a schema that uses the keyword must be structural, whatever the API version. Absent: true for all
   * extensions.
   */
  readonly needsStructure?: boolean;
  readonly settled: SettledEffect;
  /** True if {@link Shortcut} implements the keyword; values under a schema with any other keyword take no shortcut. */
  readonly isInShortcut?: boolean;
  readonly values?: ValueCheck;
  readonly objects?: ObjectCheck;
  readonly schemas?: SchemaCheck;
  /**
   * For a flag that decoding depends on: its position in the stamps of stored values. Never changed, and never used
   * again for another keyword, because values on disk carry their stamps.
   */
  readonly stampFlag?: number;
  /** Guarantee that every version must keep. Kubernetes has no such keyword. */
  readonly mark?: Mark;
}

/** True if the schema has the keyword with a value that Kubernetes would encode. */
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
