import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { type AdmissionRequest, judge } from "./judge.ts";
import type { RuleSettings } from "./rule-set.ts";

interface Asked {
  readonly plural: string;
  readonly group?: string;
  readonly version?: string;
  readonly object: JsonObject;
  readonly oldObject?: JsonObject;
}

function ask({ plural, group = "snapshot.storage.k8s.io", version = "v1", object, oldObject }: Asked) {
  const resource = { group, version, resource: plural };
  const operation = oldObject === undefined ? "CREATE" : "UPDATE";
  return { uid: "u", operation, resource, object, oldObject: oldObject ?? null } satisfies AdmissionRequest;
}

const verdictOf = (asked: Asked, settings: Partial<RuleSettings> = {}) => {
  const { isAllowed, violations } = judge(ask(asked), { semantics: "kep", ...settings });
  return isAllowed ? "allowed" : violations.map(({ rule, field }) => `${rule} ${field}`).join(", ");
};

const ANNOTATION = "snapshot.storage.kubernetes.io/is-default-class";
const snapshotClass = (name: string, driver: string, isDefault = "true"): JsonObject => ({
  metadata: { name, annotations: { [ANNOTATION]: isDefault } },
  driver,
});

describe("default classes", () => {
  const classes = () => [snapshotClass("a", "d1"), snapshotClass("b", "d2", "false")];
  const field = `metadata.annotations[${ANNOTATION}]`;

  it.each([
    ["a second one of a driver", snapshotClass("c", "d1"), undefined, `default-class-unique ${field}`],
    ["the first one of a driver", snapshotClass("c", "d2"), undefined, "allowed"],
    ["one that is no default", snapshotClass("c", "d1", "false"), undefined, "allowed"],
    ["one that stays it", snapshotClass("c", "d1"), snapshotClass("c", "d1"), "allowed"],
    [
      "one that changes its driver",
      snapshotClass("c", "d1"),
      snapshotClass("c", "d3"),
      `default-class-unique ${field}`,
    ],
    ["one that meets an older copy of itself", snapshotClass("a", "d1"), snapshotClass("a", "d1", "no"), "allowed"],
  ])("judges %s", (_, object, old, verdict) => {
    const asked = { plural: "volumesnapshotclasses", object, ...(old === undefined ? {} : { oldObject: old }) };
    expect(verdictOf(asked, { classes })).toBe(verdict);
    expect(verdictOf(asked)).toBe("allowed");
  });
});

describe("judge()", () => {
  const BOUND = { name: "n", namespace: "ns", uid: "u" };
  const content = (spec: JsonObject): JsonObject => ({ spec: { source: { volumeHandle: "v" }, ...spec } });
  const plural = "volumesnapshotcontents";

  it("names all that is wrong, the source first", () => {
    const object = content({ source: { volumeHandle: "w", snapshotHandle: "s" }, volumeSnapshotRef: { name: "n" } });
    const asked = { plural, object, oldObject: content({ volumeSnapshotRef: BOUND }) };
    expect(verdictOf(asked)).toBe(
      [
        "source-immutable spec.source.volumeHandle",
        "source-immutable spec.source.snapshotHandle",
        "source-one-of spec.source",
        "ref-immutable spec.volumeSnapshotRef.namespace",
        "ref-immutable spec.volumeSnapshotRef.uid",
        "ref-namespace-set spec.volumeSnapshotRef.namespace",
      ].join(", "),
    );
  });

  it.each([
    ["a driver", { driver: 7 }, "spec.driver"],
    ["a policy", { deletionPolicy: [] }, "spec.deletionPolicy"],
    ["a class", { volumeSnapshotClassName: {} }, "spec.volumeSnapshotClassName"],
    ["a mode", { sourceVolumeMode: 1 }, "spec.sourceVolumeMode"],
    ["a reference's uid", { volumeSnapshotRef: { ...BOUND, uid: 1 } }, "spec.volumeSnapshotRef.uid"],
  ])("refuses %s of the wrong type, also in what was there before", (_, spec, field) => {
    const [good, bad] = [content({ volumeSnapshotRef: BOUND }), content({ volumeSnapshotRef: BOUND, ...spec })];
    expect(verdictOf({ plural, object: bad })).toBe(`wrong-type ${field}`);
    expect(verdictOf({ plural, object: good, oldObject: bad })).toBe(`wrong-type ${field}`);
  });

  it.each([
    ["another group", { group: "g", plural: "volumesnapshots" }],
    ["another version", { version: "v2", plural: "volumesnapshots" }],
    ["another version of a class", { version: "v1alpha1", plural: "volumesnapshotclasses" }],
    ["another version of a group", { group: "groupsnapshot.storage.k8s.io", plural: "volumegroupsnapshots" }],
    ["a group's kind in the group of single ones", { plural: "volumegroupsnapshots" }],
    ["a name that JavaScript knows", { plural: "constructor" }],
  ])("does not know %s", (_, asked) => {
    const object = content({ volumeSnapshotRef: BOUND });
    expect(verdictOf({ object, ...asked })).toBe("unknown-resource resource");
  });

  it.each([
    ["DELETE", true],
    ["CONNECT", true],
    ["PATCH", false],
    [undefined, false],
  ])("takes the operation %s: %s", (operation, isAllowed) => {
    const request = { ...ask({ plural, object: {} }), operation } as AdmissionRequest;
    expect(judge(request, { semantics: "kep" }).isAllowed).toBe(isAllowed);
    expect(judge(request, { semantics: "upstream" }).isAllowed).toBe(true);
  });
});

describe("group snapshots", () => {
  const group = "groupsnapshot.storage.k8s.io";
  const selector = { matchLabels: { app: "db" } };
  const snapshot = (spec: JsonObject, old?: JsonObject): Asked => ({
    plural: "volumegroupsnapshots",
    group,
    version: "v1beta2",
    object: { spec },
    ...(old === undefined ? {} : { oldObject: { spec: old } }),
  });
  const content = (spec: JsonObject, old?: JsonObject): Asked => ({
    ...snapshot(spec, old),
    plural: "volumegroupsnapshotcontents",
  });
  const ref = { name: "n", namespace: "ns" };
  const handles = { volumeHandles: ["a"] };

  it.each([
    ["one source", snapshot({ source: { selector } }), "allowed"],
    ["no source", snapshot({ source: {} }), "source-one-of spec.source"],
    [
      "another selector",
      snapshot({ source: { selector: {} } }, { source: { selector } }),
      "source-immutable spec.source.selector",
    ],
    ["the same selector", snapshot({ source: { selector: { ...selector } } }, { source: { selector } }), "allowed"],
    [
      "an empty class",
      snapshot({ source: { selector }, volumeGroupSnapshotClassName: "" }),
      "class-not-empty spec.volumeGroupSnapshotClassName",
    ],
    ["a content", content({ source: handles, volumeGroupSnapshotRef: ref }), "allowed"],
    [
      "an unbound content",
      content({ source: handles, volumeGroupSnapshotRef: { name: "n" } }),
      "ref-namespace-set spec.volumeGroupSnapshotRef.namespace",
    ],
    [
      "a reference that gets its uid",
      content(
        { source: handles, volumeGroupSnapshotRef: { ...ref, uid: "u" } },
        { source: handles, volumeGroupSnapshotRef: ref },
      ),
      "allowed",
    ],
    ["handles that are no list", content({ source: { volumeHandles: "a" } }), "wrong-type spec.source.volumeHandles"],
  ])("judges %s if its rules are on", (_, asked, verdict) => {
    expect(verdictOf(asked, { judgesGroups: true })).toBe(verdict);
    expect(verdictOf(asked)).toBe("allowed");
  });

  const emptyClass = { source: { selector }, volumeGroupSnapshotClassName: "" };
  it.each([
    ["from invalid to valid", snapshot({ source: { selector } }, emptyClass), "allowed"],
    ["from invalid to invalid", snapshot(emptyClass, emptyClass), "class-not-empty spec.volumeGroupSnapshotClassName"],
    [
      "of a source while invalid",
      snapshot({ source: { selector: {} } }, emptyClass),
      "source-immutable spec.source.selector",
    ],
    ["to both sources", snapshot({ source: { selector, volumeGroupSnapshotContentName: "c" } }), "allowed"],
    [
      "of the name of a reference without uid",
      content(
        { source: handles, volumeGroupSnapshotRef: { ...ref, name: "other" } },
        { source: handles, volumeGroupSnapshotRef: ref },
      ),
      "ref-immutable spec.volumeGroupSnapshotRef.name",
    ],
    [
      "of a reference that gets its name",
      content(
        { source: handles, volumeGroupSnapshotRef: ref },
        { source: handles, volumeGroupSnapshotRef: { namespace: "ns" } },
      ),
      "ref-immutable spec.volumeGroupSnapshotRef.name",
    ],
    [
      "of a content that stays invalid",
      content(
        { source: handles, volumeGroupSnapshotRef: { name: "n" } },
        { source: handles, volumeGroupSnapshotRef: { name: "n" } },
      ),
      "ref-namespace-set spec.volumeGroupSnapshotRef.namespace",
    ],
  ])("judges a change %s as v7.0 does in upstream semantics", (_, asked, verdict) => {
    expect(verdictOf({ ...asked, version: "v1alpha1" }, { judgesGroups: true, semantics: "upstream" })).toBe(verdict);
  });
});

describe("a reference whose uid is cleared", () => {
  const BOUND = { name: "n", namespace: "ns", uid: "u", resourceVersion: "7" };
  const content = (deletionPolicy: string, volumeSnapshotRef: JsonObject): JsonObject => ({
    spec: { source: { snapshotHandle: "s" }, deletionPolicy, volumeSnapshotRef },
  });
  const FREE = { name: "n", namespace: "ns" };

  it.each([
    ["Retain", FREE, "Retain", "allowed"],
    ["Retain", { ...FREE, uid: "", resourceVersion: "7" }, "Retain", "allowed"],
    ["Retain", { ...FREE, uid: "other" }, "Retain", "ref-immutable spec.volumeSnapshotRef.uid"],
    ["Retain", { ...FREE, name: "other" }, "Retain", "ref-immutable spec.volumeSnapshotRef.name"],
    ["Delete", FREE, "Delete", "ref-immutable spec.volumeSnapshotRef.uid"],
    ["Retain", FREE, "Delete", "ref-immutable spec.volumeSnapshotRef.uid"],
    ["Delete", FREE, "Retain", "ref-immutable spec.volumeSnapshotRef.uid"],
  ])("with policy %s, to %j with policy %s, is %s", (before, ref, after, verdict) => {
    const asked = {
      plural: "volumesnapshotcontents",
      oldObject: content(before, BOUND),
      object: content(after, ref),
    };
    expect(verdictOf(asked)).toMatch(new RegExp(`^${verdict}`));
  });
});

describe("subresources", () => {
  const spec = (claim: string) => ({ spec: { source: { persistentVolumeClaimName: claim } } });
  it.each([
    ["status", true],
    ["scale", false],
    ["", false],
  ])("of the name %j skip the rules: %s", (subResource, isAllowed) => {
    const request = { ...ask({ plural: "volumesnapshots", object: spec("b"), oldObject: spec("a") }), subResource };
    expect(judge(request, { semantics: "kep" }).isAllowed).toBe(isAllowed);
  });
});

describe("a new snapshot without a class", () => {
  it.each([{ persistentVolumeClaimName: "a" }, { volumeSnapshotContentName: "a" }])(
    "of %j needs no warning",
    (source) => {
      const verdict = judge(ask({ plural: "volumesnapshots", object: { spec: { source } } }), { semantics: "kep" });
      expect(verdict).toMatchObject({ isAllowed: true, warnings: [] });
    },
  );
});

describe("the volume mode", () => {
  const content = (mode?: string): JsonObject => ({
    spec: {
      source: { volumeHandle: "v" },
      volumeSnapshotRef: { name: "n", namespace: "ns" },
      ...(mode === undefined ? {} : { sourceVolumeMode: mode }),
    },
  });

  it.each([
    [undefined, "Block", "allowed"],
    ["Block", "Filesystem", "volume-mode-immutable spec.sourceVolumeMode"],
    ["Block", undefined, "volume-mode-immutable spec.sourceVolumeMode"],
  ])("from %s to %s is %s if its rule is on", (before, after, verdict) => {
    const asked = { plural: "volumesnapshotcontents", object: content(after), oldObject: content(before) };
    expect(verdictOf(asked, { keepsVolumeMode: true })).toBe(verdict);
    expect(verdictOf(asked)).toBe("allowed");
  });
});
