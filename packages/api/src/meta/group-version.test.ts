import { describe, expect, it } from "vitest";
import {
  compareVersions,
  parseGroupVersion,
  printGroupKind,
  printGroupResource,
  printGroupVersionKind,
  toGroupVersionKind,
} from "./group-version.ts";

describe("parseGroupVersion()", () => {
  it.each([
    ["v1", "", "v1"],
    ["example.com/v1", "example.com", "v1"],
    ["", "", ""],
    ["/", "", ""],
    ["/v1", "", "v1"],
    ["apps/", "apps", ""],
  ])("reads %j", (text, group, version) => {
    expect(parseGroupVersion(text)).toEqual({ value: { group, version } });
  });

  it("refuses a second slash", () => {
    expect(parseGroupVersion("a/b/c")).toEqual({ error: "unexpected GroupVersion string: a/b/c" });
  });
});

describe("printing", () => {
  it("keeps the slash of the core group in a group version kind", () => {
    expect(printGroupVersionKind({ group: "", version: "v1", kind: "Event" })).toBe("/v1, Kind=Event");
  });

  it("puts the group behind a dot, if there is one", () => {
    expect(printGroupResource({ group: "example.com", resource: "widgets" })).toBe("widgets.example.com");
    expect(printGroupResource({ group: "", resource: "pods" })).toBe("pods");
    expect(printGroupKind({ group: "example.com", kind: "Widget" })).toBe("Widget.example.com");
    expect(printGroupKind({ group: "", kind: "Pod" })).toBe("Pod");
  });
});

describe("toGroupVersionKind()", () => {
  it("takes an apiVersion that cannot be parsed as empty", () => {
    expect(toGroupVersionKind("a/b/c", "Widget")).toEqual({ group: "", version: "", kind: "Widget" });
    expect(toGroupVersionKind("apps/v1", "Deployment")).toEqual({ group: "apps", version: "v1", kind: "Deployment" });
  });
});

describe("compareVersions()", () => {
  it("orders by stability, then major, then minor, and puts other words first", () => {
    const upwards = [
      "foo10",
      "foo1",
      "bar",
      "v1alpha1",
      "v1alpha2",
      "v11alpha1",
      "v1beta1",
      "v3beta1",
      "v1",
      "v2",
      "v10",
    ];
    expect([...upwards].reverse().sort(compareVersions)).toEqual(upwards);
    expect([...upwards].sort(compareVersions)).toEqual(upwards);
  });

  it("finds equal versions equal", () => {
    expect(compareVersions("v1", "v1")).toBe(0);
    expect(compareVersions("foo", "foo")).toBe(0);
  });

  it("takes a number that no int64 holds as an ordinary word", () => {
    expect(compareVersions("v99999999999999999999", "v1alpha1")).toBeLessThan(0);
  });
});
