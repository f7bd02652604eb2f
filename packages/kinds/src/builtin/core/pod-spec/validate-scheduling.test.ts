import { fieldPath, type JsonObject, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { validateTolerations } from "./validate-tolerations.ts";
import { validateTopologySpread } from "./validate-topology-spread.ts";

const tolerationErrors = (toleration: JsonObject) =>
  validateTolerations({ tolerations: [toleration] }, fieldPath()).map((error) =>
    printFieldError(error).replace("tolerations[", "t["),
  );

describe("validateTolerations()", () => {
  it.each<[what: string, toleration: JsonObject, errors: string[]]>([
    ["everything", { operator: "Exists" }, []],
    ["a value", { key: "a", operator: "Equal", value: "b", effect: "NoSchedule" }, []],
    [
      "no key",
      { operator: "Equal" },
      [
        't[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
      ],
    ],
    [
      "seconds without NoExecute",
      { key: "a", operator: "Exists", tolerationSeconds: 1, effect: "NoSchedule" },
      ["t[0].effect: Invalid value: \"NoSchedule\": effect must be 'NoExecute' when `tolerationSeconds` is set"],
    ],
    [
      "a value that is not looked at",
      { key: "a", operator: "Exists", value: "b" },
      ["t[0].operator: Invalid value: \"b\": value must be empty when `operator` is 'Exists'"],
    ],
    [
      "an unknown operator",
      { key: "a", operator: "In" },
      ['t[0].operator: Unsupported value: "In": supported values: "Equal", "Exists"'],
    ],
    [
      "an unknown effect",
      { key: "a", operator: "Exists", effect: "Flee" },
      ['t[0].effect: Unsupported value: "Flee": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"'],
    ],
  ])("judges %s", (_, toleration, errors) => {
    expect(tolerationErrors(toleration)).toEqual(errors);
  });
});

const CONSTRAINT = { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" };

function spreadErrors(...constraints: JsonObject[]): string[] {
  return validateTopologySpread(constraints, fieldPath("s"), {}).map(printFieldError);
}

describe("validateTopologySpread()", () => {
  it.each<[what: string, constraint: JsonObject, errors: string[]]>([
    ["a constraint", {}, []],
    ["a skew of nothing", { maxSkew: 0 }, ["s[0].maxSkew: Invalid value: 0: must be greater than zero"]],
    ["no key", { topologyKey: "" }, ["s[0].topologyKey: Required value: can not be empty"]],
    [
      "an unknown way out",
      { whenUnsatisfiable: "Hope" },
      ['s[0].whenUnsatisfiable: Unsupported value: "Hope": supported values: "DoNotSchedule", "ScheduleAnyway"'],
    ],
    [
      "unknown policies, of which an absent one is fine",
      { nodeTaintsPolicy: "Maybe" },
      ['s[0].nodeTaintsPolicy: Unsupported value: "Maybe": supported values: "Honor", "Ignore"'],
    ],
    ["no domains", { minDomains: 0 }, ["s[0].minDomains: Invalid value: 0: must be greater than zero"]],
  ])("judges %s", (_, fields, errors) => {
    expect(spreadErrors({ ...CONSTRAINT, ...fields })).toEqual(errors);
  });

  it("refuses two constraints of one key and one way out", () => {
    expect(spreadErrors(CONSTRAINT, CONSTRAINT)).toEqual([
      's[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"',
    ]);
  });
});
