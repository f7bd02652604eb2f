import type { JsonObject } from "@kiln/api";
import type { Marker } from "./marker/marker.ts";
import type { SourcePosition } from "./source-position.ts";

/** A type, whatever language it was written in, with names resolved. */
export type SourceType =
  /** Something that has a schema by itself: a scalar, a time, a quantity. */
  | { readonly kind: "known"; readonly schema: JsonObject }
  | { readonly kind: "reference"; readonly to: () => SourceDeclaration }
  | { readonly kind: "list"; readonly of: SourceType }
  | { readonly kind: "map"; readonly values: SourceType }
  | { readonly kind: "struct"; readonly fields: readonly SourceField[] };

export interface SourceField {
  /** The field's name in the source: its value of a union's discriminator. */
  readonly name: string;
  /** Undefined for a field whose own fields stand directly in its parent. */
  readonly jsonName?: string;
  readonly type: SourceType;
  /** It may be left out, by the way the language says so; markers can say otherwise. */
  readonly isOptional: boolean;
  /** Absent and empty differ in the source, and empty is omitted: union members should be so. */
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
  /** The type writes its own JSON, so that its fields say nothing; `text` is always a string. */
  readonly marshals?: "json" | "text";
  /** Constants that are declared to be of this type. */
  readonly values: readonly string[];
  /** Of the package: fields are optional unless a marker says otherwise. */
  readonly isOptionalByDefault: boolean;
}

/** The types of one API version. */
export interface SourcePackage {
  readonly group: string | undefined;
  readonly version: string;
  readonly declarations: readonly SourceDeclaration[];
}
