import { describe, expect, it } from "vitest";
import { admissionPlugins } from "./admission-plugins.ts";
import { pluginNames } from "./plugin-names.ts";
import { selectPlugins } from "./select-plugins.ts";

describe("selectPlugins()", () => {
  it("gives every plugin a place in the order of kube-apiserver", () => {
    const all = selectPlugins({ enabled: admissionPlugins.map(({ name }) => name) }).map(({ name }) => name);
    expect(all).toEqual(pluginNames.filter((name) => all.includes(name)));
    expect(all.length).toBe(admissionPlugins.length);
  });

  it("refuses a plugin without a place in the order", () => {
    const stranger = { name: "Stranger", handles: () => false };
    expect(() => selectPlugins({}, [stranger])).toThrow('admission plugin "Stranger" has no place in the order');
  });
});
