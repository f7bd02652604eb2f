import type { SchemaMap } from "../schema-map.ts";

/** See the README beside this file. */
export const coreV1: SchemaMap = {
  "io.k8s.api.core.v1.ConfigMap": {
    description: "Configuration for whoever reads it, by key.",
    type: "object",
    properties: {
      apiVersion: {
        description: 'The group and version of the form in which this object is written, such as "apps/v1" or "v1".',
        type: "string",
      },
      binaryData: {
        description:
          'Values that are not text, in base64. A key may stand here or in data, not in both. Keys consist of letters, digits, "-", "_" and ".".',
        type: "object",
        additionalProperties: { type: "string", format: "byte" },
      },
      data: {
        description:
          'Values that are UTF-8 text. A key may stand here or in binaryData, not in both. Keys consist of letters, digits, "-", "_" and ".".',
        type: "object",
        additionalProperties: { type: "string", default: "" },
      },
      immutable: {
        description: "If true, the data can no longer be changed, and neither can this field; only metadata can.",
        type: "boolean",
      },
      kind: { description: "The kind of this object, in CamelCase. It cannot be changed.", type: "string" },
      metadata: {
        description: "What every object has: its name, labels, annotations and what the server keeps about it.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "ConfigMap", version: "v1" }],
  },
  "io.k8s.api.core.v1.ConfigMapList": {
    description: "A list of ConfigMaps.",
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: {
        description: 'The group and version of the form in which this object is written, such as "apps/v1" or "v1".',
        type: "string",
      },
      items: {
        description: "The objects of this list.",
        type: "array",
        items: { default: {}, allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.ConfigMap" }] },
      },
      kind: { description: "The kind of this object, in CamelCase. It cannot be changed.", type: "string" },
      metadata: {
        description: "What every list has: the resourceVersion it was read at, and how to read on.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta" }],
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "ConfigMapList", version: "v1" }],
  },
  "io.k8s.api.core.v1.Namespace": {
    description: "A room for names: objects of most kinds live in one, and are deleted with it.",
    type: "object",
    properties: {
      apiVersion: {
        description: 'The group and version of the form in which this object is written, such as "apps/v1" or "v1".',
        type: "string",
      },
      kind: { description: "The kind of this object, in CamelCase. It cannot be changed.", type: "string" },
      metadata: {
        description: "What every object has: its name, labels, annotations and what the server keeps about it.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      spec: {
        description: "What is wanted of the namespace.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.NamespaceSpec" }],
      },
      status: {
        description: "Where in its life the namespace is.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.NamespaceStatus" }],
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "Namespace", version: "v1" }],
  },
  "io.k8s.api.core.v1.NamespaceCondition": {
    description: "One thing that is known about the state of a namespace.",
    type: "object",
    required: ["type", "status"],
    properties: {
      lastTransitionTime: {
        description: "When the status of this condition last changed.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time" }],
      },
      message: { description: "The reason for a person.", type: "string" },
      reason: { description: "The reason for a program: one word in CamelCase.", type: "string" },
      status: { description: "True, False or Unknown.", type: "string", default: "" },
      type: { description: "What the condition is about.", type: "string", default: "" },
    },
  },
  "io.k8s.api.core.v1.NamespaceList": {
    description: "A list of namespaces.",
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: {
        description: 'The group and version of the form in which this object is written, such as "apps/v1" or "v1".',
        type: "string",
      },
      items: {
        description: "The objects of this list.",
        type: "array",
        items: { default: {}, allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.Namespace" }] },
      },
      kind: { description: "The kind of this object, in CamelCase. It cannot be changed.", type: "string" },
      metadata: {
        description: "What every list has: the resourceVersion it was read at, and how to read on.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta" }],
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "NamespaceList", version: "v1" }],
  },
  "io.k8s.api.core.v1.NamespaceSpec": {
    description: "What is wanted of a namespace.",
    type: "object",
    properties: {
      finalizers: {
        description:
          "Who must be done before the namespace can go. The server removes its own entry when the namespace is empty.",
        type: "array",
        items: { type: "string", default: "" },
        "x-kubernetes-list-type": "atomic",
      },
    },
  },
  "io.k8s.api.core.v1.NamespaceStatus": {
    description: "Where in its life a namespace is.",
    type: "object",
    properties: {
      conditions: {
        description: "What is known about the state of the namespace, mostly while it is being deleted.",
        type: "array",
        items: { default: {}, allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.NamespaceCondition" }] },
        "x-kubernetes-list-map-keys": ["type"],
        "x-kubernetes-list-type": "map",
        "x-kubernetes-patch-merge-key": "type",
        "x-kubernetes-patch-strategy": "merge",
      },
      phase: {
        description: "Active, or Terminating while it is being emptied and deleted.",
        type: "string",
        enum: ["Active", "Terminating"],
      },
    },
  },
  "io.k8s.api.core.v1.Secret": {
    description:
      "Values that are not for everybody, by key: passwords, tokens, keys. They are not encrypted by being here.",
    type: "object",
    properties: {
      apiVersion: {
        description: 'The group and version of the form in which this object is written, such as "apps/v1" or "v1".',
        type: "string",
      },
      data: {
        description: 'The values, in base64. Keys consist of letters, digits, "-", "_" and ".".',
        type: "object",
        additionalProperties: { type: "string", format: "byte" },
      },
      immutable: {
        description: "If true, the data can no longer be changed, and neither can this field; only metadata can.",
        type: "boolean",
      },
      kind: { description: "The kind of this object, in CamelCase. It cannot be changed.", type: "string" },
      metadata: {
        description: "What every object has: its name, labels, annotations and what the server keeps about it.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      stringData: {
        description:
          "Values as plain text, for writing only: each is encoded and put into data, over what is there, and never shown here.",
        type: "object",
        additionalProperties: { type: "string", default: "" },
      },
      type: {
        description: "What kind of secret this is, which decides the keys it must have. It cannot be changed.",
        type: "string",
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "Secret", version: "v1" }],
  },
  "io.k8s.api.core.v1.SecretList": {
    description: "A list of Secrets.",
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: {
        description: 'The group and version of the form in which this object is written, such as "apps/v1" or "v1".',
        type: "string",
      },
      items: {
        description: "The objects of this list.",
        type: "array",
        items: { default: {}, allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.Secret" }] },
      },
      kind: { description: "The kind of this object, in CamelCase. It cannot be changed.", type: "string" },
      metadata: {
        description: "What every list has: the resourceVersion it was read at, and how to read on.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta" }],
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "SecretList", version: "v1" }],
  },
};
