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

/** State of one decoding. */
export interface DecodeWalk {
  /** The struct whose field is being decoded. */
  struct: string;
  /** Struct fields on the path, as Go reports them. */
  readonly fields: string[];
  /** The same with indexes and keys, as field validation reports them; each segment includes its dot. */
  readonly path: string[];
  /** Unknown fields; undefined if they are not collected. */
  readonly unknown: string[] | undefined;
  /** Whether an empty list or map differs from none. */
  readonly keepsEmpty: boolean;
  readonly onSchema: OnSchema | undefined;
  /** Lists and maps that were sent empty. */
  readonly emptied: EmptyField[];
  /** Go's first error after which it continues decoding. */
  fault: string | undefined;
  /** The first error, which ends decoding: Go reports no other. */
  end: string | undefined;
}

/** Changes the walk, and may change the value. Returns the value as Go would encode it. Never called with null. */
export type Decode = (value: JsonValue, walk: DecodeWalk) => JsonValue;

/** Changes the walk: enters this field, which Go may name otherwise, until {@link leave}. */
export function enter(walk: DecodeWalk, field: string, goName: string): void {
  walk.path.push(walk.path.length === 0 ? field : `.${field}`);
  walk.fields.push(goName);
}

/** Changes the walk. */
export function leave(walk: DecodeWalk): void {
  walk.path.pop();
  walk.fields.pop();
}

/** Changes the walk. `found` is Go's name of the JSON value: `string`, `number 1.5`, `array`. */
export function refuse(walk: DecodeWalk, found: string, type: string): void {
  walk.fault ??= mismatch(walk, found, type);
}

/** Changes the walk: as {@link refuse}, for a type with its own UnmarshalJSON. */
export function refuseAtOnce(walk: DecodeWalk, found: string, type: string): void {
  walk.end ??= mismatch(walk, found, type);
}

/** Changes the walk. */
export function note(walk: DecodeWalk, fault: string): void {
  walk.fault ??= fault;
}

/** Changes the walk: adds the error of a type with a decoder of its own. */
export function complain(walk: DecodeWalk, fault: string): void {
  walk.end ??= fault;
}

function mismatch(walk: DecodeWalk, found: string, type: string): string {
  return printGoMismatch({ found, struct: walk.struct, field: walk.fields.join("."), type });
}
