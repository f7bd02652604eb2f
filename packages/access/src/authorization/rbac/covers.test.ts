import { readRules } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { findUncovered } from "./covers.ts";
import { describeRules } from "./describe-rules.ts";

const pods = { verbs: ["get", "list"], apiGroups: [""], resources: ["pods"] };

describe("findUncovered()", () => {
  it.each([
    ["the same rule", [pods], [pods], ""],
    ["a star", [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }], [pods], ""],
    [
      "one verb too many",
      [pods],
      [{ ...pods, verbs: ["get", "delete", "patch"] }],
      '{APIGroups:[""], Resources:["pods"], Verbs:["delete" "patch"]}',
    ],
    ["two rules together", [pods, { ...pods, verbs: ["delete"] }], [{ ...pods, verbs: ["get", "delete"] }], ""],
    ["names within all names", [pods], [{ ...pods, resourceNames: ["a"] }], ""],
    [
      "all names from some names",
      [{ ...pods, resourceNames: ["a"] }],
      [{ ...pods, verbs: ["get"] }],
      '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
    ],
    ["a subresource by its star", [{ ...pods, resources: ["*/log"] }], [{ ...pods, resources: ["pods/log"] }], ""],
    [
      "a resource by its subresource's star",
      [{ ...pods, resources: ["*/log"] }],
      [{ ...pods, verbs: ["get"] }],
      '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
    ],
    [
      "a path below",
      [{ verbs: ["get"], nonResourceURLs: ["/a/*"] }],
      [{ verbs: ["get"], nonResourceURLs: ["/a/b"] }],
      "",
    ],
    [
      "a path beside",
      [{ verbs: ["get"], nonResourceURLs: ["/a/*"] }],
      [{ verbs: ["get"], nonResourceURLs: ["/b"] }],
      '{NonResourceURLs:["/b"], Verbs:["get"]}',
    ],
    [
      "keys that every object has",
      [],
      [{ verbs: ["__proto__"], apiGroups: ["constructor"], resources: ["toString"] }],
      '{APIGroups:["constructor"], Resources:["toString"], Verbs:["__proto__"]}',
    ],
  ])("judges %s", (_what, owned, wanted, missing) => {
    expect(describeRules(findUncovered(readRules(owned), readRules(wanted)))).toBe(missing);
  });
});
