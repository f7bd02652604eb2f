import type { JsonObject } from "@kiln/api";

/** A CRD with a mark of each kind and a union, as the cluster's author writes it. */
export const ovenDefinition: JsonObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "ovens.example.com" },
  spec: {
    group: "example.com",
    names: { kind: "Oven", plural: "ovens", singular: "oven", listKind: "OvenList" },
    scope: "Namespaced",
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
        },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              status: { type: "object", properties: { replicas: { type: "integer" } } },
              spec: {
                type: "object",
                properties: {
                  size: { type: "string", maxLength: 20, "x-kubernetes-mutability": "Immutable" },
                  replicas: { type: "integer", "x-kubernetes-mutability": "Immutable" },
                  color: { type: "string" },
                  racks: {
                    type: "array",
                    maxItems: 20,
                    "x-kubernetes-list-type": "map",
                    "x-kubernetes-list-map-keys": ["name"],
                    "x-kubernetes-key-mutability": "AddOnly",
                    items: {
                      type: "object",
                      required: ["name"],
                      properties: {
                        name: { type: "string", maxLength: 20 },
                        level: { type: "integer", "x-kubernetes-mutability": "AddOnly" },
                      },
                    },
                  },
                  heat: {
                    type: "object",
                    properties: {
                      type: { type: "string" },
                      gas: { type: "object", properties: { pressure: { type: "integer" } } },
                      electric: { type: "object", properties: { watts: { type: "integer" } } },
                    },
                    "x-kubernetes-unions": [
                      { discriminator: "type", "fields-to-discriminateBy": { gas: "Gas", electric: "Electric" } },
                    ],
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};
