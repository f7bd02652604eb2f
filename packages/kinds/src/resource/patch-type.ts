/** Properties of a type that strategic merge patches depend on. */
export interface PatchType {
  /** Go's name for the kind of type: `struct`, `map`, `slice`, … */
  readonly form: string;
  /** Go name of the struct in errors. */
  readonly struct: string;
  /** Field of a struct; undefined if it has none of this name. */
  find(key: string): PatchField | undefined;
  /** Type of list items. */
  readonly items?: PatchType;
}

export interface PatchField {
  readonly type: PatchType;
  /** Patch strategy: `merge`, `replace`, or empty for the default: objects merge, lists are replaced. */
  readonly strategy: string;
  /** Merge key of a list; empty for lists of scalars. */
  readonly mergeKey: string;
}

/** Effective strategy among several: `retainKeys` is not one, since patches repeat it as a directive. */
export function effectiveStrategy(strategies: string): string {
  return strategies.split(",").find((strategy) => strategy !== "retainKeys") ?? "";
}
