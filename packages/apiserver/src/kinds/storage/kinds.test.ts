import type { JsonObject } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeChange, judgeNew, type Sample } from "../../testing/judge-object.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

// The expected messages equal those of Kubernetes.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ semantics: "upstream" });
});
afterAll(() => server.close());

describe("a StorageClass", () => {
  const sample: Sample = {
    path: "/apis/storage.k8s.io/v1/storageclasses",
    object: {
      apiVersion: "storage.k8s.io/v1",
      kind: "StorageClass",
      metadata: { name: "sc1" },
      provisioner: "example.com/p",
      parameters: { a: "b" },
      reclaimPolicy: "Delete",
      volumeBindingMode: "Immediate",
      allowVolumeExpansion: true,
      mountOptions: ["ro"],
      allowedTopologies: [{ matchLabelExpressions: [{ key: "zone", values: ["a", "b"] }] }],
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [{ provisioner: "" }, "provisioner: Required value"],
    [
      { provisioner: "a/b/c" },
      "provisioner: Invalid value: \"a/b/c\": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
    ],
    [{ parameters: { "": "x" } }, 'parameters: Invalid value: "": field can not be empty.'],
    [{ reclaimPolicy: "Recycle" }, 'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"'],
    [
      { volumeBindingMode: "Odd" },
      'volumeBindingMode: Unsupported value: "Odd": supported values: "Immediate", "WaitForFirstConsumer"',
    ],
    [
      {
        allowedTopologies: [
          {
            matchLabelExpressions: [
              { key: "a", values: ["b", "b"] },
              { key: "a", values: [] },
            ],
          },
        ],
      },
      '[allowedTopologies[0].matchLabelExpressions[0].values[1]: Duplicate value: "b", allowedTopologies[0].matchLabelExpressions[1].values: Required value, allowedTopologies[0].matchLabelExpressions[1].key: Duplicate value: "a"]',
    ],
    [{ allowedTopologies: [{}] }, 'allowedTopologies[0].matchLabelExpressions: Duplicate value: ""'],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [{ provisioner: "x.y" }, 'provisioner: Invalid value: "x.y": field is immutable'],
    [{ parameters: { a: "c" } }, 'parameters: Invalid value: {"a":"c"}: field is immutable'],
    [{ reclaimPolicy: "Retain" }, 'reclaimPolicy: Invalid value: "Retain": field is immutable'],
    [
      { volumeBindingMode: "WaitForFirstConsumer" },
      'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable',
    ],
    [{ allowVolumeExpansion: false }, ""],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});

describe("a VolumeAttributesClass", () => {
  const sample: Sample = {
    path: "/apis/storage.k8s.io/v1/volumeattributesclasses",
    object: {
      apiVersion: "storage.k8s.io/v1",
      kind: "VolumeAttributesClass",
      metadata: { name: "vac1" },
      driverName: "example.com",
      parameters: { a: "b" },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [{ driverName: "" }, "driverName: Required value"],
    [{ parameters: null }, "parameters: Required value: must contain at least one key/value pair"],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [{ driverName: "x.y" }, "driverName: Forbidden: updates to driverName are forbidden."],
    [{ parameters: { a: "c" } }, "parameters: Forbidden: updates to parameters are forbidden."],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});

describe("a VolumeAttachment", () => {
  const sample: Sample = {
    path: "/apis/storage.k8s.io/v1/volumeattachments",
    object: {
      apiVersion: "storage.k8s.io/v1",
      kind: "VolumeAttachment",
      metadata: { name: "va1" },
      spec: { attacher: "example.com", nodeName: "n", source: { persistentVolumeName: "pv" } },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [{ spec: { attacher: "" } }, "spec.attacher: Required value"],
    [
      { spec: { nodeName: "A" } },
      "spec.nodeName: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
    [
      { spec: { source: { persistentVolumeName: null } } },
      "spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName",
    ],
    [
      { spec: { source: { inlineVolumeSpec: {} } } },
      "spec.source: Forbidden: must specify exactly one of inlineVolumeSpec and persistentVolumeName",
    ],
    [
      {
        spec: {
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: {
              capacity: { storage: "1" },
              storageClassName: "x",
              volumeMode: "Block",
              persistentVolumeReclaimPolicy: "Delete",
            },
          },
        },
      },
      "[spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context of inline volumes, spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes, spec.source.inlineVolumeSpec.accessModes: Required value, spec.source.inlineVolumeSpec.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes, spec.source.inlineVolumeSpec: Required value: must specify a volume type, spec.source.inlineVolumeSpec.storageClassName: Forbidden: may not be specified in the context of inline volumes, spec.source.inlineVolumeSpec.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes]",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [
      { spec: { nodeName: "m" } },
      'spec: Invalid value: {"Attacher":"example.com","Source":{"PersistentVolumeName":"pv","InlineVolumeSpec":null},"NodeName":"m"}: field is immutable',
    ],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});

describe("a CSIStorageCapacity", () => {
  const sample: Sample = {
    path: "/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities",
    object: {
      apiVersion: "storage.k8s.io/v1",
      kind: "CSIStorageCapacity",
      metadata: { name: "csc1" },
      storageClassName: "sc",
      capacity: "1Gi",
      maximumVolumeSize: "1Gi",
      nodeTopology: {
        matchLabels: { a: "b" },
        matchExpressions: [{ key: "beta.kubernetes.io/os", operator: "In", values: ["x"] }],
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { storageClassName: "" },
      "storageClassName: Invalid value: \"\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
    [{ capacity: "-1" }, 'capacity: Invalid value: "-1": must be greater than or equal to 0'],
    [
      { nodeTopology: { matchLabels: { a: "b c" } } },
      "nodeTopology.matchLabels: Invalid value: \"b c\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [{ storageClassName: "x" }, 'storageClassName: Invalid value: "x": field is immutable'],
    [
      { nodeTopology: { matchLabels: { a: "c" } } },
      'nodeTopology: Invalid value: {"matchLabels":{"a":"c"},"matchExpressions":[{"key":"beta.kubernetes.io/os","operator":"In","values":["x"]}]}: field is immutable',
    ],
    [{ capacity: "2Gi" }, ""],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});

describe("a CSINode", () => {
  const sample: Sample = {
    path: "/apis/storage.k8s.io/v1/csinodes",
    object: {
      apiVersion: "storage.k8s.io/v1",
      kind: "CSINode",
      metadata: { name: "csinode1" },
      spec: {
        drivers: [{ name: "a.example.com", nodeID: "n1", topologyKeys: ["k/x", "y"], allocatable: { count: 5 } }],
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      {
        spec: {
          drivers: [
            { name: "a", nodeID: "" },
            { name: "a", nodeID: "x", topologyKeys: ["k", "k", ""], allocatable: { count: -1 } },
          ],
        },
      },
      "[spec.drivers[0].nodeID: Required value, spec.drivers[1].allocatable.count: Invalid value: -1: must be greater than or equal to 0, spec.drivers[1].name: Duplicate value: \"a\", spec.drivers[1]: Duplicate value: \"k\", spec.drivers[1]: Required value, spec.drivers[1]: Invalid value: \"\": name part must be non-empty, spec.drivers[1]: Invalid value: \"\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')]",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [
      { spec: { drivers: [{ name: "a.example.com", nodeID: "other", topologyKeys: ["k/x", "y"] }] } },
      'spec.drivers: Invalid value: {"Name":"a.example.com","NodeID":"other","TopologyKeys":["k/x","y"],"Allocatable":null}: field is immutable',
    ],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});

describe("a CSIDriver", () => {
  const sample: Sample = {
    path: "/apis/storage.k8s.io/v1/csidrivers",
    object: {
      apiVersion: "storage.k8s.io/v1",
      kind: "CSIDriver",
      metadata: { name: "csidriver1" },
      spec: {
        attachRequired: true,
        podInfoOnMount: true,
        storageCapacity: true,
        fsGroupPolicy: "File",
        volumeLifecycleModes: ["Persistent"],
        tokenRequests: [{ audience: "a", expirationSeconds: 3600 }],
        requiresRepublish: true,
        seLinuxMount: true,
        nodeAllocatableUpdatePeriodSeconds: 20,
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { spec: { fsGroupPolicy: "Odd" } },
      'spec.fsGroupPolicy: Unsupported value: "Odd": supported values: "File", "None", "ReadWriteOnceWithFSType"',
    ],
    [
      { spec: { volumeLifecycleModes: ["Odd"] } },
      'spec.volumeLifecycleModes: Unsupported value: "Odd": supported values: "Persistent", "Ephemeral"',
    ],
    [
      { spec: { tokenRequests: [{ audience: "a", expirationSeconds: 1 }, { audience: "a" }] } },
      '[spec.tokenRequests[0].expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes, spec.tokenRequests[1].audience: Duplicate value: "a"]',
    ],
    [
      { spec: { nodeAllocatableUpdatePeriodSeconds: 1 } },
      "spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 1: must be greater than or equal to 10 seconds",
    ],
    [
      { spec: { tokenRequests: null, serviceAccountTokenInSecrets: true } },
      "spec.serviceAccountTokenInSecrets: Invalid value: true: serviceAccountTokenInSecrets is set but no tokenRequests are specified",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [{ spec: { attachRequired: false } }, "spec.attachedRequired: Invalid value: false: field is immutable"],
    [
      { spec: { volumeLifecycleModes: ["Ephemeral"] } },
      'spec.volumeLifecycleModes: Invalid value: ["Ephemeral"]: field is immutable',
    ],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});
