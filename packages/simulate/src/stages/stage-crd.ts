import type { KubeObject } from "@kiln/api";

/** CRD of KWOK's Stage, with the fields used here; unknown fields are preserved. */
export const STAGE_CRD: KubeObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "stages.kwok.x-k8s.io" },
  spec: {
    group: "kwok.x-k8s.io",
    names: { kind: "Stage", listKind: "StageList", plural: "stages", singular: "stage" },
    scope: "Cluster",
    versions: [
      {
        name: "v1alpha1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            required: ["spec"],
            properties: {
              spec: {
                type: "object",
                required: ["resourceRef"],
                "x-kubernetes-preserve-unknown-fields": true,
                properties: {
                  resourceRef: {
                    type: "object",
                    required: ["kind"],
                    properties: { apiGroup: { type: "string", default: "v1" }, kind: { type: "string" } },
                  },
                  next: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
                },
              },
              status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
            },
          },
        },
      },
    ],
  },
};
