import type { JsonObject } from "@kiln/api";
import type { Semantics } from "@kiln/schema";
import type { FieldSet } from "./field-set.ts";
import type { FieldType } from "./field-type.ts";

/** Schema of a kind, as needed for field ownership. */
export interface KindFields {
  /**
   * `kep`: a container from which an applier removes the last field is removed instead of becoming null, and a field
   * that only one version has is no error. Absent: as Kubernetes does.
   */
  readonly semantics?: Semantics;
  /** Undefined if there is no such version. */
  readonly typeOf: (apiVersion: string) => FieldType | undefined;
  /** Fields that never get an owner, with everything below them: the request's endpoint ignores them. */
  readonly ignored?: (apiVersion: string) => FieldSet | undefined;
}

/** An object, and how its fields are typed in its version. */
export interface TypedObject {
  readonly object: JsonObject;
  readonly apiVersion: string;
  readonly type: FieldType;
}

/** Result of converting an object. `missing`: the version no longer exists, and entries of it are removed. */
export type Conversion = { readonly object: JsonObject } | { readonly error: string } | { readonly isMissing: true };

/** Converts an object to another version without changing the given one. */
export type Convert = (object: JsonObject, apiVersion: string) => Conversion;
