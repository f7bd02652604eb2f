import type { JsonObject } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeChange, judgeNew, type Sample } from "../../../testing/judge-object.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";

// The expected messages equal those of Kubernetes.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ semantics: "upstream" });
});
afterAll(() => server.close());

describe("a PersistentVolume", () => {
  const sample: Sample = {
    path: "/api/v1/persistentvolumes",
    object: {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: "pv1" },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        hostPath: { path: "/tmp/x", type: "Directory" },
        storageClassName: "sc",
        volumeMode: "Filesystem",
        persistentVolumeReclaimPolicy: "Retain",
        claimRef: { name: "c", namespace: "default" },
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              {
                matchExpressions: [{ key: "a", operator: "In", values: ["b"] }],
                matchFields: [{ key: "metadata.name", operator: "In", values: ["n"] }],
              },
            ],
          },
        },
        mountOptions: ["ro"],
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [{ spec: { accessModes: null } }, "spec.accessModes: Required value"],
    [
      { spec: { accessModes: ["ReadWriteOncePod", "ReadWriteOnce"] } },
      "spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes",
    ],
    [
      { spec: { capacity: null } },
      '[spec.capacity: Required value, spec.capacity: Unsupported value: null: supported values: "storage"]',
    ],
    [{ spec: { capacity: { storage: "0" } } }, 'spec.capacity[storage]: Invalid value: "0": must be greater than zero'],
    [{ spec: { hostPath: null } }, "spec: Required value: must specify a volume type"],
    [
      { spec: { hostPath: { path: "/a/../b" } } },
      "spec.hostPath.path: Invalid value: \"/a/../b\": must not contain '..'",
    ],
    [
      { spec: { hostPath: { type: "Odd" } } },
      'spec.hostPath.type: Unsupported value: "Odd": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
    ],
    [
      { spec: { nfs: { server: "s", path: "p" }, hostPath: null } },
      'spec.nfs.path: Invalid value: "p": must be an absolute path',
    ],
    [{ spec: { nfs: { server: "s", path: "/p" } } }, "spec.nfs: Forbidden: may not specify more than 1 volume type"],
    [
      { spec: { hostPath: { path: "//" }, persistentVolumeReclaimPolicy: "Recycle" } },
      "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'",
    ],
    [
      { spec: { hostPath: null, csi: { driver: "Odd_", nodePublishSecretRef: {} } } },
      "[spec.csi.driver: Invalid value: \"Odd_\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'), spec.csi.volumeHandle: Required value, spec.csi.nodePublishSecretRef.name: Required value, spec.csi.nodePublishSecretRef.namespace: Required value]",
    ],
    [
      { spec: { hostPath: null, local: { path: "" }, nodeAffinity: null } },
      "[spec.local.path: Required value, spec.nodeAffinity: Required value: Local volume requires node affinity]",
    ],
    [
      { spec: { hostPath: null, iscsi: { iqn: "x", lun: 300, chapAuthSession: true, initiatorName: "iqn.x" } } },
      '[spec.iscsi.targetPortal: Required value, spec.iscsi.iqn: Invalid value: "x": must be valid format, spec.iscsi.lun: Invalid value: 300: must be between 0 and 255, inclusive, spec.iscsi.secretRef: Required value, spec.iscsi.initiatorname: Invalid value: "iqn.x": must be valid format]',
    ],
    [
      { spec: { hostPath: null, azureDisk: { kind: "Managed", cachingMode: "Odd" } } },
      '[spec.azureDisk.diskName: Required value, spec.azureDisk.diskURI: Required value, spec.azureDisk.cachingMode: Unsupported value: "Odd": supported values: "None", "ReadOnly", "ReadWrite", spec.azureDisk.diskURI: Unsupported value: "": supported values: "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"]',
    ],
    [
      { spec: { nodeAffinity: { required: null } } },
      "spec.nodeAffinity.required: Required value: must specify required node constraints",
    ],
    [
      { spec: { volumeMode: "Odd", storageClassName: "A" } },
      "[spec.storageClassName: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'), spec.volumeMode: Unsupported value: \"Odd\": supported values: \"Block\", \"Filesystem\"]",
    ],
    [
      { spec: { volumeAttributesClassName: "" } },
      "[spec.volumeAttributesClassName: Required value: an empty string is disallowed, spec.csi: Required value: has to be specified when using volumeAttributesClassName]",
    ],
    [
      { metadata: { annotations: { "volume.beta.kubernetes.io/mount-options": "ro" } } },
      "metadata.annotations.volume.beta.kubernetes.io/mount-options: Forbidden: may not specify mount options for this volume type",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [{ spec: { volumeMode: "Block" } }, 'volumeMode: Invalid value: "Block": field is immutable'],
    [
      {
        spec: {
          nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }] } },
        },
      },
      'nodeAffinity: Invalid value: {"Required":{"NodeSelectorTerms":[{"MatchExpressions":[{"Key":"a","Operator":"Exists","Values":null}],"MatchFields":null}]}}: field is immutable, except for updating from beta label to GA',
    ],
    [{ spec: { capacity: { storage: "2Gi" } } }, ""],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});

describe("a PersistentVolumeClaim", () => {
  const sample: Sample = {
    path: "/api/v1/namespaces/default/persistentvolumeclaims",
    object: {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: "pvc1" },
      spec: {
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: "1Gi" }, limits: { storage: "2Gi" } },
        selector: { matchLabels: { a: "b" }, matchExpressions: [{ key: "k", operator: "In", values: ["v"] }] },
        storageClassName: "sc",
        volumeMode: "Filesystem",
        volumeName: "vol",
        dataSource: { kind: "PersistentVolumeClaim", name: "x" },
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [{ spec: { accessModes: [] } }, "spec.accessModes: Required value: at least 1 access mode is required"],
    [
      { spec: { accessModes: ["Odd"] } },
      'spec.accessModes: Unsupported value: "Odd": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
    ],
    [{ spec: { resources: { requests: null } } }, "spec.resources[storage]: Required value"],
    [
      { spec: { resources: { requests: { storage: "-1" } } } },
      'spec.resources[storage]: Invalid value: "-1": must be greater than zero',
    ],
    [
      { spec: { storageClassName: "A", volumeMode: "Odd" } },
      "[spec.storageClassName: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'), spec.volumeMode: Unsupported value: \"Odd\": supported values: \"Block\", \"Filesystem\"]",
    ],
    [
      { spec: { dataSource: { kind: "Foo" }, dataSourceRef: { kind: "Foo", name: "x" } } },
      "[spec.dataSource: Invalid value: \"Foo\": must be 'PersistentVolumeClaim' when referencing the default apiGroup, spec.dataSourceRef: Invalid value: \"Foo\": must be 'PersistentVolumeClaim' when referencing the default apiGroup]",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [
      { metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "x" } } },
      'metadata.annotations.volume.beta.kubernetes.io/storage-class: Invalid value: "x": field is immutable',
    ],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});
