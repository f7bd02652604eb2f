import { parseJsonSchema } from "@kiln/schema";
import { describe, expect, it } from "vitest";
import { checkType, printTypeFaults } from "./check-type.ts";
import { toFieldType } from "./field-type.ts";

const item = { type: "object", properties: { name: { type: "string" }, size: { type: "integer" } } };
const list = { type: "array", items: item, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };

describe("checkType()", () => {
  const type = toFieldType(parseJsonSchema(list).schema);

  it("reports every fault of a list once, however many there are", () => {
    const twins = Array.from({ length: 40_000 }, () => ({ name: "a", size: "large" }));
    const faults = checkType(type, twins, { allowsDuplicates: false });
    expect(faults).toHaveLength(2 * 40_000 - 1);
    expect(printTypeFaults(faults.slice(0, 2))).toBe(
      'errors:\n  [name="a"].size: expected numeric (int or float), got string\n  duplicate entries for key [name="a"]',
    );
  });
});
