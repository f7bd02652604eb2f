import type { JsonObject } from "@kiln/api";
import type { Semantics } from "@kiln/schema";
import type { FieldSet } from "./field-set.ts";
import type { FieldType } from "./field-type.ts";

/** Types and rules of a kind that field ownership depends on. */
export interface KindFields {
  /**
   * With `kep`, a container from which an applier removes the last field is removed instead of becoming null, and a
   * field that only one version has is no error. Absent: Kubernetes' behavior.
   */
  readonly semantics?: Semantics;
  /** Type of a version; undefined if it does not exist. */
  readonly typeOf: (apiVersion: string) => FieldType | undefined;
  /** Fields that never get an owner, with everything below them, because the request's endpoint ignores them. */
  readonly ignored?: (apiVersion: string) => FieldSet | undefined;
  /** True for a request that may be large: work on its objects is interrupted every few milliseconds. */
  readonly inSlices?: boolean;
}

/** An object with the type of its version. */
export interface TypedObject {
  readonly object: JsonObject;
  readonly apiVersion: string;
  readonly type: FieldType;
}

/** Result of a conversion. `isMissing`: the version no longer exists, and its entries are removed. */
export type Conversion = { readonly object: JsonObject } | { readonly error: string } | { readonly isMissing: true };

/** Converts an object to another version; the object itself is unchanged. */
export type Convert = (object: JsonObject, apiVersion: string) => Conversion;
