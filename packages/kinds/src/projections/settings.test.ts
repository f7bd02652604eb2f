import { describe, expect, it } from "vitest";
import { sealObject } from "../stored/stored-value.ts";
import { createSettings, SETTING_PREFIXES } from "./settings.ts";

function stored(name: string): Uint8Array {
  return sealObject({ apiVersion: "v1", kind: "X", metadata: { name } }, { uid: name }, "stampstm").value;
}

describe("createSettings()", () => {
  it("knows what was written last, by namespace and name", () => {
    const settings = createSettings();
    const key = (name: string) => `${SETTING_PREFIXES.quotas}bakery/${name}`;
    expect(settings.isEmpty("quotas")).toBe(true);
    for (const name of ["b", "a", "a"]) {
      settings.apply({ key: key(name), value: stored(name) });
    }
    const names = () => settings.list("quotas", "bakery").map(({ metadata }) => (metadata as { name: string }).name);
    expect(names()).toEqual(["a", "b"]);
    expect(settings.namespaces("quotas")).toEqual(["bakery"]);
    settings.apply({ key: key("a") });
    expect(names()).toEqual(["b"]);
    settings.apply({ key: key("b") });
    expect(settings.isEmpty("quotas")).toBe(true);
    expect(settings.namespaces("quotas")).toEqual([]);
  });

  it("finds what is in no namespace, whatever it is called", () => {
    const settings = createSettings();
    settings.apply({ key: `${SETTING_PREFIXES.priorityClasses}constructor`, value: stored("constructor") });
    expect(settings.find("priorityClasses", "constructor")).toHaveProperty("metadata.name", "constructor");
    expect(settings.find("priorityClasses", "toString")).toBeUndefined();
    expect(settings.list("priorityClasses", "")).toHaveLength(1);
  });
});
