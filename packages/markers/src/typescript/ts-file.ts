import type { SourcePosition } from "../source-position.ts";

/** Type expression of a TypeScript source, with names not resolved yet. */
export type TsType =
  | { readonly kind: "name"; readonly name: string; readonly arguments: readonly TsType[] }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | { readonly kind: "list"; readonly of: TsType }
  | { readonly kind: "object"; readonly members: readonly TsMember[]; readonly index?: TsType }
  | { readonly kind: "union"; readonly of: readonly TsType[] }
  | { readonly kind: "intersection"; readonly of: readonly TsType[] }
  /** Functions, conditional types and others that cannot be encoded as JSON. */
  | { readonly kind: "other"; readonly word: string };

/** A JSDoc comment without its asterisks. */
export interface TsComment {
  readonly lines: readonly string[];
  /** Position of the first line of the comment. */
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
  /** Type of the declaration. An interface that extends others is the intersection of them and its own members. */
  readonly type: TsType;
  readonly comment: TsComment | undefined;
  readonly position: SourcePosition;
}

export interface TsImport {
  /** Imported names by local name. */
  readonly names: ReadonlyMap<string, string>;
  readonly from: string;
  /** Whether the import is `export * from`: every name of the other file. */
  readonly isAll?: boolean;
}

export interface TsFile {
  readonly path: string;
  readonly declarations: readonly TsDeclaration[];
  readonly imports: readonly TsImport[];
  readonly comments: readonly TsComment[];
}
