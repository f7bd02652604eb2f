import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const metaV1beta1: PackageText = {
  path: "meta/v1beta1",
  apiVersion: "meta.k8s.io/v1beta1",
  prefix: "io.k8s.apimachinery.pkg.apis.meta.v1beta1.",
  resources: "[]",
  types: "{}",
  messages: `
PartialObjectMetadata metadata=1:meta.ObjectMeta
PartialObjectMetadataList metadata=2:meta.ListMeta items=1:[]meta.PartialObjectMetadata!
`,
};
