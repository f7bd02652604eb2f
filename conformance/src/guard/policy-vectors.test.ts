import { type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { type CelValue, ListView } from "@kiln/cel";
import {
  atMostOneMember,
  createPolicyEnvironment,
  type Finding,
  findUnionSites,
  markRules,
  policyValue,
  unionFindings,
  unionPatches,
} from "@kiln/guard";
import { compileSchema, parseJsonSchema } from "@kiln/schema";
import { describe, expect, it } from "vitest";
import { readCases, readObject } from "./read-cases.ts";

const environment = createPolicyEnvironment();

/** Throws if the expression cannot be compiled. */
function evaluate(
  expression: string,
  bindings: { readonly object: JsonObject; readonly oldObject: JsonObject | null },
): CelValue {
  const { program, fault } = environment.compile(expression);
  if (program === undefined) {
    throw new Error(`${expression}\n${fault.text}`);
  }
  return program.evaluate(bindings).value;
}

/** Cases with another outcome by expressions, and the finding of the compiler. */
const DIFFERENT: ReadonlyMap<string, RegExp> = new Map([
  ["lmap-dup", /items that have the same keys are each compared with all/],
  ["u-lmap-dup", /items that have the same keys are all compared with the first/],
]);

function reasonsOf(findings: readonly Finding[]): string {
  return findings.map(({ reason }) => reason).join("\n");
}

describe("marks as expressions of a policy", () => {
  it.each(readCases("mutability", "more-mutability"))("give the verdict of $id", (vector) => {
    const { schema } = parseJsonSchema(vector.get("schema") ?? {});
    const { roundtrip } = compileSchema(schema, { semantics: "kep", isResourceRoot: true });
    const object = roundtrip(readObject(vector, "new") ?? {});
    const oldObject = roundtrip(readObject(vector, "old") ?? {});
    const { rules, findings } = markRules(schema, policyValue("object"), policyValue("oldObject"));
    const verdicts = rules.map(({ expression }) => evaluate(expression, { object, oldObject }));
    expect(verdicts.filter((verdict) => typeof verdict !== "boolean")).toEqual([]);
    const isAllowed = verdicts.every((verdict) => verdict === true);
    const difference = DIFFERENT.get(vector.id);
    if (difference === undefined) {
      expect(isAllowed).toBe(vector.expect.allowed);
    } else {
      expect([isAllowed, vector.expect.allowed]).toEqual([false, true]);
      expect(reasonsOf(findings)).toMatch(difference);
    }
  });
});

describe("unions as expressions of policies", () => {
  it.each(readCases("unions", "more-unions"))("give the outcome of $id", (vector) => {
    const { schema } = parseJsonSchema(vector.get("schema") ?? {});
    const oldObject = readObject(vector, "old") ?? null;
    const object = readObject(vector, "new") ?? {};
    const sites = findUnionSites(schema, policyValue("object"), policyValue("(oldObject == null ? {} : oldObject)"));
    for (const site of sites) {
      applyPatches(object, evaluate(unionPatches(site), { object, oldObject }));
    }
    const { normalized, unchanged, thenInvalid = false } = vector.expect;
    const expected = normalized ?? (unchanged === true ? vector.get("new") : undefined);
    const difference = DIFFERENT.get(vector.id);
    if (difference !== undefined) {
      expect(object).not.toEqual(expected);
      expect(reasonsOf(unionFindings(sites))).toMatch(difference);
    } else if (expected !== undefined) {
      expect(object).toEqual(expected);
    }
    const verdicts = sites.map((site) => evaluate(atMostOneMember(site), { object, oldObject }));
    expect(verdicts.filter((verdict) => typeof verdict !== "boolean")).toEqual([]);
    expect(verdicts.includes(false)).toBe(thenInvalid);
  });
});

/** Applies the patches to the object. */
function applyPatches(object: JsonObject, patches: CelValue): void {
  const list = patches instanceof ListView ? Array.from({ length: patches.size }, (_, i) => patches.at(i)) : patches;
  if (!Array.isArray(list)) {
    throw new Error(`no list of patches: ${String(patches)}`);
  }
  for (const { op, path, value } of list as unknown as JsonObject[]) {
    const steps = String(path).slice(1).split("/").map(unescapeStep);
    const last = steps.pop() as string;
    const holder = steps.reduce<JsonValue>((node, step) => (node as JsonObject)[step] as JsonValue, object);
    if (op === "remove") {
      expect(Object.hasOwn(holder as JsonObject, last)).toBe(true);
      delete (holder as JsonObject)[last];
    } else {
      setOwn(holder as JsonObject, last, value as JsonValue);
    }
  }
}

function unescapeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
