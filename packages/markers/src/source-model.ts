import type { JsonObject } from "@kiln/api";
import type { Marker } from "./marker/marker.ts";
import type { SourcePosition } from "./source-position.ts";

/** A type with resolved names, from either source language. */
export type SourceType =
  /** A type with a fixed schema: a scalar, a time, a quantity. */
  | { readonly kind: "known"; readonly schema: JsonObject }
  | { readonly kind: "reference"; readonly to: () => SourceDeclaration }
  | { readonly kind: "list"; readonly of: SourceType }
  | { readonly kind: "map"; readonly values: SourceType }
  | { readonly kind: "struct"; readonly fields: readonly SourceField[] };

export interface SourceField {
  /** Name in the source: its discriminator value in a union. */
  readonly name: string;
  /** Name in JSON; undefined for an inlined field, whose own fields belong to the parent. */
  readonly jsonName?: string;
  readonly type: SourceType;
  /** Whether the field is optional by the rules of the language; markers can override this. */
  readonly isOptional: boolean;
  /** Whether an absent value differs from an empty one, and is omitted, as union members should be. */
  readonly isPointer: boolean;
  readonly omitsEmpty: boolean;
  readonly markers: readonly Marker[];
  readonly description: string;
  readonly position: SourcePosition;
}

export interface SourceDeclaration {
  readonly name: string;
  readonly type: SourceType;
  readonly markers: readonly Marker[];
  readonly description: string;
  readonly position: SourcePosition;
  /** Set if the type writes its own JSON, so that its fields do not describe it; `text` is always a string. */
  readonly marshals?: "json" | "text";
  /** Constants that are declared to be of this type. */
  readonly values: readonly string[];
  /** Whether fields are optional unless a marker overrides it: a setting of the package. */
  readonly isOptionalByDefault: boolean;
}

/** Types of one API version. */
export interface SourcePackage {
  readonly group: string | undefined;
  readonly version: string;
  readonly declarations: readonly SourceDeclaration[];
}
