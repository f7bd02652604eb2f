import type { SchemaMap } from "../schema-map.ts";

/** See the README beside this file. */
export const autoscalingV1: SchemaMap = {
  "io.k8s.api.autoscaling.v1.Scale": {
    description: "How many replicas something has and should have.",
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
        description: "How many are wanted.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.autoscaling.v1.ScaleSpec" }],
      },
      status: {
        description: "How many there are. Only the server changes it.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.autoscaling.v1.ScaleStatus" }],
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "autoscaling", kind: "Scale", version: "v1" }],
  },
  "io.k8s.api.autoscaling.v1.ScaleSpec": {
    description: "How many replicas are wanted.",
    type: "object",
    properties: {
      replicas: { description: "The wanted number of replicas.", type: "integer", format: "int32", default: 0 },
    },
  },
  "io.k8s.api.autoscaling.v1.ScaleStatus": {
    description: "How many replicas there are.",
    type: "object",
    required: ["replicas"],
    properties: {
      replicas: { description: "The number of replicas seen last.", type: "integer", format: "int32", default: 0 },
      selector: { description: "A label selector, as text, that finds the replicas.", type: "string" },
    },
  },
};
