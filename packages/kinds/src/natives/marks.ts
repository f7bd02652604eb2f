/** `x-kubernetes-mutability` and `x-kubernetes-key-mutability` of one field. */
export interface Marks {
  readonly mutability?: "Immutable" | "AddOnly" | "RemoveOnly";
  readonly keyMutability?: "Immutable" | "AddOnly" | "RemoveOnly";
}

/** Mark of immutable fields. */
export const IMMUTABLE: Marks = { mutability: "Immutable" };
