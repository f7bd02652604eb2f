import type { SourcePosition } from "../source-position.ts";

/** A type as it is written. */
export type TsType =
  | { readonly kind: "name"; readonly name: string; readonly arguments: readonly TsType[] }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | { readonly kind: "list"; readonly of: TsType }
  | { readonly kind: "object"; readonly members: readonly TsMember[]; readonly index?: TsType }
  | { readonly kind: "union"; readonly of: readonly TsType[] }
  | { readonly kind: "intersection"; readonly of: readonly TsType[] }
  /** Functions, conditional types and the like, which have no JSON. */
  | { readonly kind: "other"; readonly word: string };

/** A JSDoc comment without its stars. */
export interface TsComment {
  readonly lines: readonly string[];
  /** Position of its first line. */
  readonly position: SourcePosition;
}

export interface TsMember {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: TsType;
  readonly comment: TsComment | undefined;
  readonly position: SourcePosition;
}

export interface TsDeclaration {
  readonly name: string;
  readonly parameters: readonly string[];
  /** An interface that extends others is their intersection with its own members. */
  readonly type: TsType;
  readonly comment: TsComment | undefined;
  readonly position: SourcePosition;
}

export interface TsImport {
  /** Local and imported name. */
  readonly names: ReadonlyMap<string, string>;
  readonly from: string;
  /** `export * from`: every name of the other file. */
  readonly isAll?: boolean;
}

export interface TsFile {
  readonly path: string;
  readonly declarations: readonly TsDeclaration[];
  readonly imports: readonly TsImport[];
  readonly comments: readonly TsComment[];
}
