import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CelError, type CelType, createEnvironment, estimateCost, printType } from "@kiln/cel";
import { describe, expect, it } from "vitest";
import { parseType } from "./parse-type.ts";
import { printLiteral } from "./print-literal.ts";

/**
 * Results of Kubernetes' own engine. Costs are actual costs within the budget; estimates are for data of the given
 * sizes.
 */
interface Group {
  readonly variables: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>>;
  readonly sizes: Readonly<Record<string, number>>;
  readonly cases: readonly Answer[];
}

interface Answer {
  readonly expression: string;
  /** Errors of an expression that does not compile. */
  readonly issues?: string;
  /** Error of an expression that compiles, but in which a constant part fails. */
  readonly program?: string;
  readonly type?: string;
  readonly value?: string;
  readonly error?: string;
  readonly cost?: number;
  readonly estimate?: readonly [number, number];
}

const file = fileURLToPath(new URL("../../src/cel/corpus/answers.json", import.meta.url));
const environment = createEnvironment();
const groups = JSON.parse(readFileSync(file, "utf8")) as readonly Group[];

describe("answers of Kubernetes' own engine", () => {
  for (const group of groups) {
    it.each(group.cases)("$expression", (answer) => {
      expect(answerOf(group, answer)).toEqual(normalize(answer));
    });
  }
});

// Sorts maps, which have no order in either engine.
function normalize(answer: Answer): Answer {
  return answer.value?.includes("{") === true ? { ...answer, value: [...answer.value].sort().join("") } : answer;
}

function answerOf({ variables, data, sizes }: Group, { expression, estimate }: Answer): Answer {
  const types = Object.entries(variables).map(([name, type]): [string, CelType] => [name, parseType(type)]);
  const { program, fault } = environment.extend({ variables: Object.fromEntries(types) }).compile(expression);
  if (program === undefined) {
    return fault.kind === "program" ? { expression, program: fault.text } : { expression, issues: fault.text };
  }
  const { value, cost } = program.evaluate(data, { costLimit: 10_000_000 });
  const range = estimateCost(program, {
    sizeOfPath: (path) => {
      const max = sizes[path.join(".")];
      return max === undefined ? undefined : { min: 0, max };
    },
  });
  return normalize({
    expression,
    type: printType(program.type),
    ...(value instanceof CelError ? { error: value.message } : { value: printLiteral(value) }),
    cost,
    ...(estimate === undefined ? {} : { estimate: [range.min, range.max] as const }),
  });
}
