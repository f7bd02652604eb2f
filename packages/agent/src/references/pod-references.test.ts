import type { JsonObject, KubeObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { countReferences, podReferences } from "./pod-references.ts";

const pod = (spec: JsonObject): KubeObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", namespace: "ns", uid: "1" },
  spec,
});
const found = (spec: JsonObject) =>
  podReferences(pod(spec)).map(
    ({ ref, place, isOptional }) => `${place} ${ref.kind} ${ref.namespace}/${ref.name}${isOptional ? " optional" : ""}`,
  );

describe("podReferences()", () => {
  it.each(["initContainers", "containers", "ephemeralContainers"])("reads the environments of %s", (list) => {
    const container = {
      name: "c",
      envFrom: [{ configMapRef: { name: "a" } }, { secretRef: { name: "b", optional: true } }],
      env: [
        { name: "X", valueFrom: { configMapKeyRef: { name: "c", key: "k", optional: true } } },
        { name: "Y", valueFrom: { secretKeyRef: { name: "d", key: "k" } } },
        { name: "Z", value: "plain" },
        { name: "W", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
      ],
    };
    expect(found({ [list]: [container] })).toEqual([
      "environment ConfigMap ns/a",
      "environment Secret ns/b optional",
      "environment ConfigMap ns/c optional",
      "environment Secret ns/d",
    ]);
  });

  it.each([
    ["configMap", { name: "x" }, ["volume ConfigMap ns/x"]],
    ["configMap", { name: "x", optional: true }, ["volume ConfigMap ns/x optional"]],
    ["secret", { secretName: "x" }, ["volume Secret ns/x"]],
    ["azureFile", { secretName: "x", shareName: "s" }, ["volume Secret ns/x"]],
    ["cephfs", { secretRef: { name: "x" } }, ["volume Secret ns/x"]],
    ["cinder", { secretRef: { name: "x" } }, ["volume Secret ns/x"]],
    ["flexVolume", { secretRef: { name: "x" } }, ["volume Secret ns/x"]],
    ["rbd", { secretRef: { name: "x" } }, ["volume Secret ns/x"]],
    ["scaleIO", { secretRef: { name: "x" } }, ["volume Secret ns/x"]],
    ["iscsi", { secretRef: { name: "x" } }, ["volume Secret ns/x"]],
    ["storageos", { secretRef: { name: "x" } }, ["volume Secret ns/x"]],
    ["csi", { driver: "d", nodePublishSecretRef: { name: "x" } }, ["volume Secret ns/x"]],
    ["persistentVolumeClaim", { claimName: "x" }, []],
    ["emptyDir", {}, []],
    ["hostPath", { path: "/x" }, []],
  ])("reads a volume of the kind %s: %j", (kind, source, expected) => {
    expect(found({ volumes: [{ name: "v", [kind]: source }] })).toEqual(expected);
  });

  it("reads every source of a projected volume", () => {
    const sources = [
      { configMap: { name: "a" } },
      { secret: { name: "b", optional: true } },
      { serviceAccountToken: { path: "token" } },
      { downwardAPI: { items: [] } },
    ];
    expect(found({ volumes: [{ name: "v", projected: { sources } }] })).toEqual([
      "volume ConfigMap ns/a",
      "volume Secret ns/b optional",
    ]);
  });

  it("reads image pull secrets", () => {
    expect(found({ imagePullSecrets: [{ name: "x" }, {}] })).toEqual(["imagePullSecret Secret ns/x optional"]);
  });
});

describe("countReferences()", () => {
  it("counts a ConfigMap and a Secret of one name apart, and each place that names one", () => {
    const spec = {
      containers: [{ envFrom: [{ configMapRef: { name: "x" } }] }],
      volumes: [
        { name: "v", configMap: { name: "x" } },
        { name: "w", secret: { secretName: "x" } },
      ],
    };
    const counts = [...countReferences(podReferences(pod(spec)))].map(([key, { count }]) => [key, count]);
    expect(counts).toEqual([
      ["ConfigMap/ns/x", 2],
      ["Secret/ns/x", 1],
    ]);
  });
});
