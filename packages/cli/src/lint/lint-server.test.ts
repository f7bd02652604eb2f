import { deepCopy, type JsonObject, type JsonValue } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { createLintServer } from "@kiln/lint";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openLocalServer } from "../check/local-server.ts";
import { printOvenCrd } from "../testing/print-oven-crd.ts";
import { openLintServer } from "./lint-server.ts";

const SCHEMA = `type: object
x-kubernetes-validations: [{rule: "self.low < self.high"}]
properties:
  low: {type: integer, default: 3, maximum: 10}
  high: {type: integer, x-kubernetes-mutability: Immutable}
  names: {type: array, maxItems: 4, x-kubernetes-list-type: set, items: {type: string, pattern: "^a+$"}}`;

/** Changes the object at a path of field numbers; null removes a field. */
function change(object: JsonObject, at: readonly number[], value: JsonValue | null): JsonObject {
  let holder = object;
  for (const number of at) {
    const keys = Object.keys(holder);
    const key = keys[number % (keys.length + 1)] ?? "unknown";
    const inner = holder[key];
    if (number !== at.at(-1) && typeof inner === "object" && inner !== null) {
      holder = inner as JsonObject;
    } else if (value === null) {
      delete holder[key];
      return object;
    } else {
      holder[key] = deepCopy(value);
      return object;
    }
  }
  return object;
}

describe("openLintServer()", () => {
  it("has the verdicts of requests for any CRD", async () => {
    const definition = parseYaml(printOvenCrd(SCHEMA)).value as JsonObject;
    const local = await openLocalServer("kep");
    const requests = createLintServer(local.send);
    const server = await openLintServer("kep");
    const value = fc.constantFrom<JsonValue>(
      null,
      "",
      "a",
      "A b",
      0,
      1.5,
      -1,
      true,
      [],
      {},
      { a: 1 },
      "string",
      1n << 60n,
    );
    const changes = fc.array(fc.tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 9 }), fc.option(value)), {
      maxLength: 2,
    });
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        const changed = all.reduce((object, [at, to]) => change(object, at, to), deepCopy(definition));
        const verdict = await server.judge(changed);
        accepted += verdict.causes.length === 0 ? 1 : 0;
        expect(verdict).toEqual(await requests.judge(changed));
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(0);
    await Promise.all([local.close(), server.close()]);
  });
});
