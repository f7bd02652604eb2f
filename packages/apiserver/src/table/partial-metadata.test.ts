import type { JsonObject } from "@kiln/api";
import { allFeatures, declarations, nativeResources, packages, type Resource } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { partialMetadataShape, toPartialMetadata } from "./partial-metadata.ts";

const natives = nativeResources(packages, declarations, { semantics: "upstream", features: allFeatures });
const apiVersion = "meta.k8s.io/v1";

function partialOf(kind: string, annotations: JsonObject): unknown {
  const resource = natives.find(({ names }) => names.kind === kind) as Resource;
  const { metadata } = toPartialMetadata({ metadata: { name: "a", annotations }, spec: {} }, { apiVersion, resource });
  return metadata;
}

describe("toPartialMetadata()", () => {
  it("leaves nothing but metadata", () => {
    expect(partialOf("ConfigMap", { a: "b" })).toEqual({ name: "a", annotations: { a: "b" } });
  });

  it.each([
    ["DaemonSet", "deprecated.daemonset.template.generation"],
    ["HorizontalPodAutoscaler", "autoscaling.alpha.kubernetes.io/metrics"],
  ])("leaves out what stands for a field of a %s", (kind, annotation) => {
    expect(partialOf(kind, { [annotation]: "1", a: "b" })).toEqual({ name: "a", annotations: { a: "b" } });
    expect(partialOf(kind, { [annotation]: "1" })).toEqual({ name: "a" });
  });
});

describe("partialMetadataShape()", () => {
  it.each([
    ["", "*core.EventList"],
    ["events.k8s.io", "*core.EventList"],
    ["apps", "*apps.DeploymentList"],
  ])("names what is a list as Go does: a kind of the group %j is a %s", (group, type) => {
    const kind = type.replace(/^.*\.(.*)List$/, "$1");
    const resource = natives.find(({ names, group: own }) => names.kind === kind && own === group) as Resource;
    const shape = partialMetadataShape({ kind: "PartialObjectMetadata", apiVersion }, resource);
    expect(() => shape.list()).toThrow(
      `you requested PartialObjectMetadata, but the requested object is a list (${type})`,
    );
  });
});
