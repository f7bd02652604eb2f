import { type JsonObject, type JsonValue, printGoMismatch } from "@kiln/api";
import type { JsonSchema } from "@kiln/schema";

/** Receives the schemas of a CRD while it is decoded, so that they are not parsed again. */
export type OnSchema = (json: JsonObject, schema: JsonSchema) => void;

/** A field that was sent as an empty list or map. */
export interface EmptyField {
  readonly object: JsonObject;
  readonly key: string;
  readonly value: JsonValue;
}

/** State of the decoding of one object. */
export interface DecodeWalk {
  /** Struct whose field is being decoded. */
  struct: string;
  /** Struct fields on the path, as Go reports them. */
  readonly fields: string[];
  /** Path with indexes and keys, as field validation reports it; each segment includes its dot. */
  readonly path: string[];
  /** Unknown fields; undefined if they are not collected. */
  readonly unknown: string[] | undefined;
  /** Whether an empty list or map differs from an absent one. */
  readonly keepsEmpty: boolean;
  readonly onSchema: OnSchema | undefined;
  /** Lists and maps that were sent empty. */
  readonly emptied: EmptyField[];
  /** Go's first error after which decoding continues. */
  fault: string | undefined;
  /** First error that ends decoding: Go reports no other. */
  end: string | undefined;
}

/**
 * Decodes one value, never null; may change it and record errors in `walk`. Returns the value as Go would encode it.
 */
export type Decode = (value: JsonValue, walk: DecodeWalk) => JsonValue;

/** Enters a field until {@link leave}; `goName` is its name in errors. */
export function enter(walk: DecodeWalk, field: string, goName: string): void {
  walk.path.push(walk.path.length === 0 ? field : `.${field}`);
  walk.fields.push(goName);
}

/** Leaves the field of the last {@link enter}. */
export function leave(walk: DecodeWalk): void {
  walk.path.pop();
  walk.fields.pop();
}

/** Records a type mismatch. `found` is Go's name of the JSON value: `string`, `number 1.5`, `array`. */
export function refuse(walk: DecodeWalk, found: string, type: string): void {
  walk.fault ??= mismatch(walk, found, type);
}

/** Records a type mismatch of a type with its own UnmarshalJSON, which ends decoding. */
export function refuseAtOnce(walk: DecodeWalk, found: string, type: string): void {
  walk.end ??= mismatch(walk, found, type);
}

/** Records an error after which decoding continues, if it is the first. */
export function note(walk: DecodeWalk, fault: string): void {
  walk.fault ??= fault;
}

/** Records the error of a type with its own UnmarshalJSON, which ends decoding. */
export function complain(walk: DecodeWalk, fault: string): void {
  walk.end ??= fault;
}

function mismatch(walk: DecodeWalk, found: string, type: string): string {
  return printGoMismatch({ found, struct: walk.struct, field: walk.fields.join("."), type });
}
