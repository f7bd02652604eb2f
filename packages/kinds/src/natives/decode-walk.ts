import { type JsonObject, type JsonValue, printGoMismatch } from "@kiln/api";
import type { JsonSchema } from "@kiln/schema";

/** Receives the schemas of a CRD while it is decoded, so that nothing has to parse them again. */
export type OnSchema = (json: JsonObject, schema: JsonSchema) => void;

/** A field of an object, and the empty list or map that stood there. */
export interface EmptyField {
  readonly object: JsonObject;
  readonly key: string;
  readonly value: JsonValue;
}

/** One decoding under way. */
export interface DecodeWalk {
  /** The struct whose field is being decoded. */
  struct: string;
  /** The struct fields on the way here, as Go reports them. */
  readonly fields: string[];
  /** The same with indexes and keys, as field validation reports them; each piece brings its own dot. */
  readonly path: string[];
  /** Unknown fields; undefined if they are not collected. */
  readonly unknown: string[] | undefined;
  /** An empty list or map is not the same as none. */
  readonly keepsEmpty: boolean;
  readonly onSchema: OnSchema | undefined;
  /** Lists and maps that were given empty. */
  readonly emptied: EmptyField[];
  /** Go's first complaint, with which it goes on reading. */
  fault: string | undefined;
  /** The first error, which ends decoding: Go reports no other. */
  end: string | undefined;
}

/** Changes the walk, and may change the value. Returns the value as Go writes it again. Never sees null. */
export type Decode = (value: JsonValue, walk: DecodeWalk) => JsonValue;

/** Changes the walk: it is inside this field, which Go may call otherwise, until {@link leave}. */
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

/** Changes the walk: as {@link refuse}, of a type that reads its JSON in its own way. */
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
