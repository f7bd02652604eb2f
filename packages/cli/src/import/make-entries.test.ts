import { describe, expect, it } from "vitest";
import { chooseRecords } from "./choose-records.ts";
import { createLeftOut } from "./import-record.ts";
import { makeEntries } from "./make-entries.ts";

const NOTHING = { secrets: false, events: false, webhooks: false };

function mapOf(name: string, metadata: object = {}) {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, uid: `uid-${name}`, ...metadata } };
  return { object, origin: "test" };
}

describe("makeEntries()", () => {
  it("keeps resource versions, and gives new ones where two objects share one or have none", () => {
    const records = [
      mapOf("a", { resourceVersion: "7" }),
      mapOf("b", { resourceVersion: "7" }),
      mapOf("c", { resourceVersion: "9" }),
      mapOf("d"),
      mapOf("e", { resourceVersion: "9007199254740993000" }),
    ];
    const leftOut = createLeftOut();
    const entries = makeEntries(chooseRecords(records, NOTHING, leftOut), leftOut);
    expect(entries.map(({ revision }) => revision)).toEqual([7, 10, 9, 11, 12]);
  });

  it("drops references to owners that are not imported, and keeps the others", () => {
    const ownerReferences = ["a", "gone"].map((name) => ({ kind: "ConfigMap", name, uid: `uid-${name}` }));
    const leftOut = createLeftOut();
    const entries = makeEntries(
      chooseRecords([mapOf("a"), mapOf("b", { ownerReferences })], NOTHING, leftOut),
      leftOut,
    );
    expect(entries[1]?.object.metadata).toMatchObject({ ownerReferences: [{ name: "a" }] });
    expect(leftOut.lines()).toEqual(["owner references to objects that are not in the import: 1"]);
  });
});

describe("chooseRecords()", () => {
  it("leaves out what the copy must not have, or cannot serve", () => {
    const service = { kind: "APIService", apiVersion: "apiregistration.k8s.io/v1", metadata: { name: "v1.a.example" } };
    const records = [
      { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } },
      { apiVersion: "v1", kind: "Event", metadata: { name: "a" } },
      { apiVersion: "metrics.k8s.io/v1beta1", kind: "PodMetrics", metadata: { name: "a" } },
      { ...service, spec: { service: { name: "a", namespace: "b" } } },
      { ...service, metadata: { name: "v1.local" } },
      { apiVersion: "testing.kiln.dev/v1", kind: "Fork", metadata: { name: "a" } },
    ].map((object) => ({ object, origin: "test" }));
    const leftOut = createLeftOut();
    const chosen = chooseRecords(records, NOTHING, leftOut);
    expect(chosen.map(({ key }) => key)).toEqual(["/registry/apiregistration.k8s.io/apiservices/v1.local"]);
    expect(leftOut.lines()).toHaveLength(5);
  });
});
