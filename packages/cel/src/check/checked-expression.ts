import type { Expression } from "../parse/expression.ts";
import type { CelType } from "../values/type.ts";
import type { VariableDeclaration } from "./declaration.ts";

/** Resolved meaning of a name or call. */
export type Reference =
  | { readonly kind: "variable"; readonly variable: VariableDeclaration; readonly isLocal: boolean }
  | {
      readonly kind: "function";
      readonly name: string;
      readonly overloads: readonly string[];
      /** Whether the target was a namespace: part of the function's name. */
      readonly isNamespaced: boolean;
    }
  | { readonly kind: "struct"; readonly typeName: string };

export interface CheckedExpression {
  readonly expression: Expression;
  /** Types of all parts, by the id of the part. */
  readonly types: readonly (CelType | undefined)[];
  readonly references: ReadonlyMap<number, Reference>;
}
