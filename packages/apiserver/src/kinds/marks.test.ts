import type { JsonObject } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeChange, type Sample } from "../testing/judge-object.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function ofStorage(kind: string, plural: string, fields: JsonObject): Sample {
  const object = { apiVersion: "storage.k8s.io/v1", kind, metadata: { name: "marked" }, ...fields };
  return { path: `/apis/storage.k8s.io/v1/${plural}`, object };
}

function ofCore(kind: string, path: string, spec: JsonObject): Sample {
  const object = { apiVersion: "v1", kind, metadata: { name: kind.toLowerCase() }, spec };
  return { path: `/api/v1/${path}`, object };
}

function ofNetwork(kind: string, plural: string, { name, spec }: { name: string; spec: JsonObject }): Sample {
  const object = { apiVersion: "networking.k8s.io/v1", kind, metadata: { name }, spec };
  return { path: `/apis/networking.k8s.io/v1/${plural}`, object };
}

const storageClass = ofStorage("StorageClass", "storageclasses", { provisioner: "a.b/c", parameters: { a: "b" } });
const attributesClass = ofStorage("VolumeAttributesClass", "volumeattributesclasses", {
  driverName: "a.b",
  parameters: { a: "b" },
});
const attachment = ofStorage("VolumeAttachment", "volumeattachments", {
  spec: { attacher: "a.b", nodeName: "n", source: { persistentVolumeName: "v" } },
});
const driver = ofStorage("CSIDriver", "csidrivers", { spec: {} });
const capacity = ofStorage("CSIStorageCapacity", "namespaces/default/csistoragecapacities", {
  storageClassName: "a",
  nodeTopology: { matchLabels: { a: "b" } },
});
const volume = ofCore("PersistentVolume", "persistentvolumes", {
  capacity: { storage: "1Gi" },
  accessModes: ["ReadWriteOnce"],
  hostPath: { path: "/a" },
});
const csiVolume: Sample = {
  path: volume.path,
  object: {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: "csi" },
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      csi: { driver: "a.b", volumeHandle: "h" },
    },
  },
};
const claim = ofCore("PersistentVolumeClaim", "namespaces/default/persistentvolumeclaims", {
  accessModes: ["ReadWriteOnce"],
  resources: { requests: { storage: "1Gi" } },
  dataSource: { kind: "PersistentVolumeClaim", name: "x" },
  selector: { matchLabels: { a: "b" } },
  volumeName: "v",
});
const service = ofCore("Service", "namespaces/default/services", { clusterIP: "10.0.0.7", ports: [{ port: 80 }] });
const node = ofCore("Node", "nodes", { providerID: "a://b", podCIDRs: ["10.1.0.0/24"] });
const ingressClass = ofNetwork("IngressClass", "ingressclasses", { name: "c", spec: { controller: "a.b/c" } });
const address = ofNetwork("IPAddress", "ipaddresses", {
  name: "192.168.7.7",
  spec: { parentRef: { resource: "services", name: "s", namespace: "default" } },
});
const slice: Sample = {
  path: "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
  object: { apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice", metadata: { name: "s" }, addressType: "IPv4" },
};

describe("fields that are marked", () => {
  it.each<[string, Sample, JsonObject]>([
    ["provisioner", storageClass, { provisioner: "d.e/f" }],
    ["parameters", storageClass, { parameters: { a: "c" } }],
    ["reclaimPolicy", storageClass, { reclaimPolicy: "Retain" }],
    ["volumeBindingMode", storageClass, { volumeBindingMode: "WaitForFirstConsumer" }],
    ["driverName", attributesClass, { driverName: "c.d" }],
    ["parameters", attributesClass, { parameters: { a: "c" } }],
    ["spec", attachment, { spec: { nodeName: "m" } }],
    ["spec.attachRequired", driver, { spec: { attachRequired: false } }],
    ["spec.volumeLifecycleModes", driver, { spec: { volumeLifecycleModes: ["Ephemeral"] } }],
    ["storageClassName", capacity, { storageClassName: "b" }],
    ["nodeTopology", capacity, { nodeTopology: { matchLabels: { a: "c" } } }],
    ["spec.hostPath", volume, { spec: { hostPath: { path: "/b" } } }],
    ["spec.volumeMode", volume, { spec: { volumeMode: "Block" } }],
    ["spec.csi.volumeHandle", csiVolume, { spec: { csi: { volumeHandle: "i" } } }],
    ["spec.accessModes", claim, { spec: { accessModes: ["ReadWriteMany"] } }],
    ["spec.selector", claim, { spec: { selector: { matchLabels: { a: "c" } } } }],
    ["spec.volumeMode", claim, { spec: { volumeMode: "Block" } }],
    ["spec.volumeName", claim, { spec: { volumeName: "w" } }],
    ["spec.clusterIP", service, { spec: { clusterIP: "10.0.0.8", clusterIPs: ["10.0.0.8"] } }],
    ["spec.providerID", node, { spec: { providerID: "a://c" } }],
    ["spec.podCIDRs", node, { spec: { podCIDR: "10.2.0.0/24", podCIDRs: ["10.2.0.0/24"] } }],
    ["spec.controller", ingressClass, { spec: { controller: "a.b/d" } }],
    ["spec.parentRef", address, { spec: { parentRef: { name: "t" } } }],
    ["addressType", slice, { addressType: "IPv6" }],
  ])("%s stays as it is", async (field, sample, patch) => {
    const said = await judgeChange(server, sample, { patch });
    expect(said).toContain(`${field}: Invalid value: `);
    expect(said).toContain("is marked x-kubernetes-mutability");
  });

  it.each<[string, Sample, JsonObject]>([
    [
      "a secret for growing is named later",
      csiVolume,
      { spec: { csi: { controllerExpandSecretRef: { name: "s", namespace: "n" } } } },
    ],
    ["a Service becomes a name", service, { spec: { type: "ExternalName", externalName: "a.b" } }],
    ["a class lets volumes grow", storageClass, { allowVolumeExpansion: true }],
  ])("are not in the way when %s", async (_, sample, patch) => {
    expect(await judgeChange(server, sample, { patch })).toBe("");
  });
});

describe("a PersistentVolume with two sources", () => {
  it("is rejected once, in the words of Kubernetes", async () => {
    const object = {
      ...volume.object,
      metadata: { name: "two" },
      spec: { ...(volume.object.spec as JsonObject), nfs: { server: "s", path: "/p" } },
    };
    const { json } = await server.send("POST", volume.path, { body: object });
    expect(json?.message).toContain("is invalid: spec.nfs: Forbidden: may not specify more than 1 volume type");
    expect(json?.message).not.toContain("at most one of");
  });
});
