import { customDialect } from "@kiln/kinds";
import type { PublishedVersion } from "./published-resource.ts";
import { publishingDialectOf } from "./publishing-dialect.ts";

/**
 * Group version with a custom resource that uses every feature: the hash of its document identifies a release of Kiln.
 */
export const sampleVersion: PublishedVersion = {
  group: "sample.example.com",
  version: "v1",
  dialect: publishingDialectOf({ dialect: customDialect }),
  resources: [
    {
      group: "sample.example.com",
      version: "v1",
      names: {
        plural: "samples",
        singular: "sample",
        kind: "Sample",
        listKind: "SampleList",
        shortNames: [],
        categories: [],
      },
      isNamespaced: true,
      dialect: customDialect,
      subresources: { hasStatus: true, scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } },
      selectable: { fields: [".spec.n"] },
      writing: {
        allowsUnconditionalUpdate: false,
        allowsCreateOnUpdate: false,
        countsGenerations: true,
        returnsDeleted: false,
      },
      serving: {
        verbs: ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"],
        published: {
          preserveUnknownFields: false,
          readSchema: () => ({
            type: "object",
            properties: new Map([
              ["number", { intOrString: true }],
              [
                "nothing",
                { type: "object", nullable: true, default: {}, properties: new Map([["a", { type: "string" }]]) },
              ],
              [
                "mark",
                {
                  type: "object",
                  mutability: "Immutable",
                  unions: [{ discriminator: "t", "fields-to-discriminateBy": { a: "A" } }],
                  properties: new Map([
                    ["t", { type: "string" }],
                    ["a", { type: "array", items: { type: "string" }, keyMutability: "AddOnly" }],
                  ]),
                },
              ],
              ["object", { type: "object", embeddedResource: true, preserveUnknownFields: true }],
              [
                "rule",
                {
                  type: "object",
                  required: ["a"],
                  properties: new Map([["a", { type: "string" }]]),
                  oneOf: [{ required: ["a"] }],
                },
              ],
            ]),
          }),
        },
      },
    },
  ],
};
