import type { JsonObject } from "@kiln/api";
import type { Semantics } from "@kiln/schema";
import type { FieldSet } from "./field-set.ts";
import type { FieldType } from "./field-type.ts";

/** Schema information that field ownership of a kind needs. */
export interface KindFields {
  /**
   * `kep`: a container from which an applier removes the last field is removed too instead of becoming null, and a
   * field that only one version has is no error. Absent: as Kubernetes does it.
   */
  readonly semantics?: Semantics;
  /** Undefined if there is no such version. */
  readonly typeOf: (apiVersion: string) => FieldType | undefined;
  /** Fields that never get an owner, with everything below them: the endpoint ignores them. */
  readonly ignored?: (apiVersion: string) => FieldSet | undefined;
}

/** An object, and how its fields are typed in its version. */
export interface TypedObject {
  readonly object: JsonObject;
  readonly apiVersion: string;
  readonly type: FieldType;
}

/** Result of converting an object. `missing`: there is no such version any more, and entries that name it go. */
export type Conversion = { readonly object: JsonObject } | { readonly error: string } | { readonly isMissing: true };

/** Makes an object of another version; it must not change the one it is given. */
export type Convert = (object: JsonObject, apiVersion: string) => Conversion;
