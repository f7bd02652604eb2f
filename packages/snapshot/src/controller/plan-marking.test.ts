import type { JsonObject, KubeObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { INVALID_LABELS } from "./invalid-labels.ts";
import { planMarking } from "./plan-marking.ts";

const LABEL = INVALID_LABELS.VolumeSnapshot;
const NOW = new Date("2026-01-02T03:04:05Z");
const BOTH = { source: { persistentVolumeClaimName: "a", volumeSnapshotContentName: "b" } };
const NO_CLASS = { source: { persistentVolumeClaimName: "a" }, volumeSnapshotClassName: "" };
const GOOD = { source: { persistentVolumeClaimName: "a" } };
const ERROR = "SnapshotValidationError: spec.source: exactly one";

function snapshot(spec: JsonObject, rest: { metadata?: JsonObject; status?: JsonObject } = {}): KubeObject {
  const { metadata = {}, ...others } = rest;
  return { metadata: { name: "a", namespace: "default", ...metadata }, spec, ...others } as unknown as KubeObject;
}

const plan = (object: KubeObject, writesStatus = false) =>
  planMarking("VolumeSnapshot", object, { now: NOW, writesStatus });

describe("planMarking()", () => {
  it("labels an invalid object and leaves its status alone", () => {
    const ready = { readyToUse: true, boundVolumeSnapshotContentName: "c" };
    expect(plan(snapshot(NO_CLASS, { status: ready }))).toEqual({ labels: { metadata: { labels: { [LABEL]: "" } } } });
  });

  it("never touches readyToUse, with or without status", () => {
    const { status, news } = plan(snapshot(BOTH, { status: { readyToUse: true } }), true);
    expect(status).toEqual({ status: { error: { message: expect.any(String), time: "2026-01-02T03:04:05Z" } } });
    expect(news).toContain("exactly one of");
  });

  it("leaves an error of another writer", () => {
    const status = { error: { message: "Exactly one of PersistentVolumeClaimName and … should be specified" } };
    const metadata = { labels: { [LABEL]: "" } };
    expect(plan(snapshot(BOTH, { metadata, status }), true)).toEqual({});
    expect(plan(snapshot(GOOD, { status }), true)).toEqual({});
  });

  it("takes back its error, and the status if it made it", () => {
    const error = { message: ERROR };
    const metadata = { resourceVersion: "7" };
    expect(plan(snapshot(GOOD, { metadata, status: { error } }), true)).toEqual({
      status: { metadata: { resourceVersion: "7" }, status: null },
    });
    expect(plan(snapshot(GOOD, { status: { error, readyToUse: false } }), true)).toEqual({
      status: { status: { error: null } },
    });
  });

  it.each([
    ["removes the label where snapshot-controller wants none", BOTH, { [LABEL]: "" }, null],
    ["keeps it where snapshot-controller wants it", NO_CLASS, { [LABEL]: "" }, undefined],
    ["adds it where snapshot-controller wants it", NO_CLASS, {}, ""],
    ["adds none where snapshot-controller wants none", BOTH, {}, undefined],
  ])("on a terminating object of snapshot-controller %s", (_, spec, labels, change) => {
    const managedFields = [{ manager: "snapshot-controller", operation: "Update" }];
    const object = snapshot(spec, { metadata: { labels, deletionTimestamp: "2026-01-02T03:04:05Z", managedFields } });
    const expected = change === undefined ? {} : { labels: { metadata: { labels: { [LABEL]: change } } } };
    expect(plan(object, true)).toEqual(expected);
  });

  it("labels a terminating object that snapshot-controller never wrote as any other", () => {
    const managedFields = [{ manager: "kubectl-create", operation: "Update" }];
    const object = snapshot(BOTH, { metadata: { deletionTimestamp: "2026-01-02T03:04:05Z", managedFields } });
    expect(plan(object)).toEqual({ labels: { metadata: { labels: { [LABEL]: "" } } } });
  });
});
