import type { JsonObject, KubeObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { createReferenceTable } from "./reference-table.ts";

function start() {
  const told: string[] = [];
  const table = createReferenceTable({
    onAdded: (_, key, { podUid, isFirst }) => told.push(`+ ${key} ${podUid}${isFirst ? " first" : ""}`),
    onRemoved: (_, key, { podUid, isLast }) => told.push(`- ${key} ${podUid}${isLast ? " last" : ""}`),
  });
  const tell = () => told.splice(0);
  return { table, tell };
}

const pod = (uid: string, names: readonly string[], more: JsonObject = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: `pod-${uid}`, namespace: "ns", uid },
  spec: { volumes: names.map((name) => ({ name: `v-${name}`, configMap: { name } })), ...more },
});

describe("createReferenceTable()", () => {
  it("tells of the first and of the last pod that names an object", () => {
    const { table, tell } = start();
    table.setPod(pod("1", ["a"]));
    table.setPod(pod("2", ["a"]));
    expect(tell()).toEqual(["+ ConfigMap/ns/a 1 first", "+ ConfigMap/ns/a 2"]);
    expect([...table.podsOf("ConfigMap/ns/a")]).toEqual(["1", "2"]);
    table.releasePod("1");
    table.releasePod("2");
    expect(tell()).toEqual(["- ConfigMap/ns/a 1", "- ConfigMap/ns/a 2 last"]);
    expect(table.size).toBe(0);
  });

  it("adds and removes only the difference when a pod changes", () => {
    const { table, tell } = start();
    table.setPod(pod("1", ["a", "b"]));
    tell();
    table.setPod(pod("1", ["b", "c"]));
    expect(tell()).toEqual(["+ ConfigMap/ns/c 1 first", "- ConfigMap/ns/a 1 last"]);
    table.setPod(pod("1", ["b", "c"]));
    expect(tell()).toEqual([]);
  });

  it("counts how often one pod names an object", () => {
    const { table } = start();
    table.setPod(pod("1", ["a"], { containers: [{ envFrom: [{ configMapRef: { name: "a" } }] }] }));
    expect(table.countOf("ConfigMap/ns/a", "1")).toBe(2);
    table.setPod(pod("1", ["a"]));
    expect(table.countOf("ConfigMap/ns/a", "1")).toBe(1);
  });

  it("keeps a pod made anew under the same name apart from the old one", () => {
    const { table, tell } = start();
    table.setPod(pod("old", ["a"]));
    table.setPod(pod("new", ["a"]));
    table.releasePod("old");
    expect(tell()).toEqual(["+ ConfigMap/ns/a old first", "+ ConfigMap/ns/a new", "- ConfigMap/ns/a old"]);
  });

  it("does nothing for a pod that it does not know", () => {
    const { table, tell } = start();
    table.releasePod("stranger");
    expect(tell()).toEqual([]);
  });
});
