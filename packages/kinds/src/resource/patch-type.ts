/** Facts of a type that a strategic merge patch needs. */
export interface PatchType {
  /** Go's name of its kind: `struct`, `map`, `slice`, … */
  readonly form: string;
  /** Go's name of the struct, for errors. */
  readonly struct: string;
  /** A field of a struct; undefined if there is none of this name. */
  find(key: string): PatchField | undefined;
  /** The type of a list's items. */
  readonly items?: PatchType;
}

export interface PatchField {
  readonly type: PatchType;
  /** `merge`, `replace`, or empty for the type's default: objects merge, lists are replaced. */
  readonly strategy: string;
  /** Empty for lists of scalars. */
  readonly mergeKey: string;
}

/** Effective strategy: `retainKeys` is repeated as a directive in every patch. */
export function effectiveStrategy(strategies: string): string {
  return strategies.split(",").find((strategy) => strategy !== "retainKeys") ?? "";
}
