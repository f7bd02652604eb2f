import { explainPattern } from "@kiln/cel";
import { createFault, type Fault } from "../fault.ts";
import type { Keyword } from "../keyword.ts";
import { compilePattern } from "../patterns/compile-pattern.ts";

export const pattern: Keyword = {
  wire: "pattern",
  name: "pattern",
  encoding: "text",
  goField: "Pattern",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "scalar",
  isInShortcut: true,
  values: {
    kinds: ["string"],
    compile(schema) {
      const source = schema.pattern;
      if (source === undefined || source === "") {
        return undefined;
      }
      let expression: Expression | undefined;
      return (value) => {
        // Compiled on first use: most patterns never meet a value.
        expression ??= compileExpression(source);
        return expression.test(value as string) ? undefined : [patternFault(value as string, expression.text)];
      };
    },
  },
};

interface Expression {
  readonly test: (value: string) => boolean;
  readonly text: string;
}

/** Never throws: an invalid pattern matches nothing, and the error has the reason. */
function compileExpression(source: string): Expression {
  try {
    return { test: compilePattern(source), text: source };
  } catch (error) {
    return { test: () => false, text: `${source}, but pattern is invalid: ${explainPattern(error)}` };
  }
}

function patternFault(value: string, text: string): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value,
    detail: (path) => `${path} in body should match '${text}'`,
  });
}
