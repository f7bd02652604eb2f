import type { JsonObject } from "@kiln/api";
import type { Marker } from "./marker/marker.ts";
import type { SourcePosition } from "./source-position.ts";

/** A type, whatever language it was written in, with names resolved. */
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
  /** Undefined for an inlined field, whose own fields belong to its parent. */
  readonly jsonName?: string;
  readonly type: SourceType;
  /** Optional by the rules of the language; markers can override. */
  readonly isOptional: boolean;
  /** Absent and empty differ in the source, and empty is omitted, as union members should be. */
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
  /** The type writes its own JSON, so that its fields do not describe it; `text` is always a string. */
  readonly marshals?: "json" | "text";
  /** Constants that are declared to be of this type. */
  readonly values: readonly string[];
  /** Package setting: fields are optional unless a marker overrides. */
  readonly isOptionalByDefault: boolean;
}

/** The types of one API version. */
export interface SourcePackage {
  readonly group: string | undefined;
  readonly version: string;
  readonly declarations: readonly SourceDeclaration[];
}
