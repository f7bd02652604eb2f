import { describe, expect, it } from "vitest";
import { createEnvironment } from "../environment.ts";
import { costExceeded } from "../evaluate/planned.ts";
import { listType, stringType } from "../values/type.ts";

const environment = createEnvironment({ variables: { text: stringType, list: listType(stringType) } });

function evaluate(expression: string, bindings: Readonly<Record<string, unknown>>) {
  return environment.compile(expression).program?.evaluate(bindings, { costLimit: 1_000_000 });
}

describe("texts as long as an object may have them", () => {
  it("are not joined beyond any budget, and counted as if they were", () => {
    const list = Array.from({ length: 1000 }, () => "x");
    expect(evaluate("list.join(text) == ''", { list, text: "y".repeat(100_000) })).toEqual({
      value: costExceeded,
      cost: 19_980_202,
    });
  });

  it.each(["int(text) > 0", "uint(text) > 0u"])("are no numbers: %s", (expression) => {
    expect(evaluate(expression, { text: "9".repeat(1_000_000) })?.value).toMatchObject({ kind: "error" });
    expect(evaluate(expression, { text: `${"0".repeat(1_000_000)}7` })?.value).toBe(true);
  });

  it("have characters at every place, and none behind the last", () => {
    const text = "é😀".repeat(3);
    expect(evaluate("text.charAt(5) == '😀' && text.charAt(6) == ''", { text })?.value).toBe(true);
    expect(evaluate("text.charAt(7) == ''", { text })?.value).toMatchObject({ kind: "error" });
  });
});
