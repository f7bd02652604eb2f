import type { GoComment } from "../marker/go-comment.ts";
import type { SourcePosition } from "../source-position.ts";

/** Type expression of a Go source, with names not resolved yet. */
export type GoType =
  | { readonly kind: "name"; readonly package?: string; readonly name: string; readonly arguments: readonly GoType[] }
  | { readonly kind: "pointer"; readonly to: GoType }
  | { readonly kind: "list"; readonly of: GoType }
  | { readonly kind: "map"; readonly key: GoType; readonly value: GoType }
  | { readonly kind: "struct"; readonly fields: readonly GoField[] }
  /** Interfaces, functions and channels, which cannot be encoded as JSON. */
  | { readonly kind: "other"; readonly word: string };

export interface GoField {
  /** Name of the field; undefined for an embedded one. */
  readonly name?: string;
  readonly type: GoType;
  /** The whole tag, without its quotes. */
  readonly tag: string;
  readonly comments: readonly GoComment[];
  readonly position: SourcePosition;
}

export interface GoTypeDeclaration {
  readonly name: string;
  /** Names of type parameters. */
  readonly parameters: readonly string[];
  readonly type: GoType;
  readonly isAlias: boolean;
  readonly comments: readonly GoComment[];
  readonly position: SourcePosition;
}

/** A constant that is a plain string or number: the values of an enumeration. */
export interface GoConstant {
  readonly name: string;
  readonly type: string | undefined;
  readonly value: string | number;
  readonly comments: readonly GoComment[];
  readonly position: SourcePosition;
}

export interface GoImport {
  /** Local name of the package; absent if it is the package's own name, which may differ from the end of the path. */
  readonly name?: string;
  readonly path: string;
}

export interface GoFile {
  readonly path: string;
  readonly packageName: string;
  readonly imports: readonly GoImport[];
  readonly types: readonly GoTypeDeclaration[];
  readonly constants: readonly GoConstant[];
  /** All comments of the file, for markers that belong to the package. */
  readonly comments: readonly GoComment[];
  /** Names of the methods of each type: MarshalJSON means that a type writes its own JSON. */
  readonly methods: ReadonlyMap<string, readonly string[]>;
}
