import { deepCopy, deepEqual, type JsonObject, printJson } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { compileNativePrune } from "./decode-native.ts";
import { wasAnyGivenEmpty, wasGivenEmpty, withGivenEmpty } from "./given-empty.ts";
import { typeLibrary } from "./type-library.ts";

const prune = compileNativePrune(typeLibrary.struct("apps/v1.Deployment"));

function decode(containers: JsonObject["containers"] | undefined): { root: JsonObject; spec: JsonObject } {
  const spec: JsonObject = containers === undefined ? {} : { containers };
  const root: JsonObject = { spec: { selector: {}, template: { spec } } };
  prune(root);
  return { root, spec };
}

describe("lists and maps that a client gave empty", () => {
  it("differ from absent ones, although both are decoded to null", () => {
    const [given, absent] = [decode([]), decode(undefined)];
    expect(given.root).toEqual(absent.root);
    expect([given.spec.containers, absent.spec.containers]).toEqual([null, null]);
    expect([given, absent].map(({ spec }) => wasGivenEmpty(spec, "containers"))).toEqual([true, false]);
    expect([given, absent].map(({ root }) => wasAnyGivenEmpty(root))).toEqual([true, false]);
  });

  it("are no longer empty once they have a value", () => {
    const { root, spec } = decode([]);
    spec.containers = [{ name: "a" }];
    expect([wasGivenEmpty(spec, "containers"), wasAnyGivenEmpty(root)]).toEqual([false, false]);
  });

  it("are not part of JSON, copies and comparisons", () => {
    const [given, absent] = [decode([]), decode(undefined)];
    expect(printJson(given.root)).toBe(printJson(absent.root));
    expect(deepEqual(given.root, absent.root)).toBe(true);
    expect(wasAnyGivenEmpty(deepCopy(given.root))).toBe(false);
    expect(wasGivenEmpty({ ...given.spec }, "containers")).toBe(false);
  });

  it("are shown for as long as a call takes, whether it returns, waits or throws", async () => {
    const { root, spec } = decode([]);
    expect(withGivenEmpty(root, () => spec.containers)).toEqual([]);
    expect(spec.containers).toBeNull();
    const waiting = withGivenEmpty(root, async () => {
      await Promise.resolve();
      return spec.containers;
    });
    expect(spec.containers).toEqual([]);
    expect(await waiting).toEqual([]);
    expect(spec.containers).toBeNull();
    const fail = () => {
      throw new Error("conflict");
    };
    expect(() => withGivenEmpty(root, fail)).toThrow("conflict");
    expect(spec.containers).toBeNull();
    await expect(withGivenEmpty(root, async () => fail())).rejects.toThrow("conflict");
    expect(spec.containers).toBeNull();
  });
});
