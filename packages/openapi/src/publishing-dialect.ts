import { type Dialect, MEDIA_TYPES, STREAM_MEDIA_TYPES } from "@kiln/kinds";
import { CUSTOM_GET_PARAMETERS, DELETE_COLLECTION_PARAMETERS, LIST_PARAMETERS, type Parameter } from "./parameters.ts";

/** Differences between the published operations of custom and built-in kinds. */
export interface PublishingDialect {
  readonly info: { readonly title: string; readonly version: string };
  /** True if the document also has a path for the resource list, and the authentication schemes. */
  readonly isComplete: boolean;
  /** True if subresources are published with the kind of their resource. */
  readonly publishesOwnKind: boolean;
  /** True if the document's hash is computed from the CRDs, so that it need not be built. */
  readonly isHashedBySource: boolean;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** Further media types of list operations, which may be watches. */
  readonly streams: readonly string[];
  readonly patchTypes: readonly string[];
  readonly patchCodes: readonly number[];
  readonly getParameters: readonly Parameter[];
  readonly deleteCollectionParameters: readonly Parameter[];
  readonly deletesCollectionsByOptions: boolean;
  readonly hasWatchPaths: boolean;
}

const JSON_AND_YAML: readonly string[] = ["application/json", "application/yaml"];

const custom: PublishingDialect = {
  info: { title: "Kubernetes CRD Swagger", version: "v0.1.0" },
  isComplete: false,
  // Kubernetes: the scale of a custom resource is published with that resource's kind (openapi/builder/builder.go
  // buildRoute, v1.36).
  publishesOwnKind: true,
  isHashedBySource: true,
  consumes: JSON_AND_YAML,
  produces: JSON_AND_YAML,
  streams: [],
  patchTypes: ["application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml"],
  patchCodes: [200],
  getParameters: CUSTOM_GET_PARAMETERS,
  deleteCollectionParameters: LIST_PARAMETERS,
  deletesCollectionsByOptions: false,
  hasWatchPaths: false,
};

/** Title and version of documents of built-in groups. */
export const BUILT_IN_INFO = { title: "Kubernetes", version: "1.36" };

const builtIn: PublishingDialect = {
  info: BUILT_IN_INFO,
  isComplete: true,
  publishesOwnKind: false,
  isHashedBySource: false,
  consumes: ["*/*"],
  produces: MEDIA_TYPES,
  streams: STREAM_MEDIA_TYPES,
  patchTypes: [
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
    "application/apply-patch+yaml",
  ],
  patchCodes: [200, 201],
  getParameters: [],
  deleteCollectionParameters: DELETE_COLLECTION_PARAMETERS,
  deletesCollectionsByOptions: true,
  hasWatchPaths: true,
};

export function publishingDialectOf({ dialect }: { readonly dialect: Pick<Dialect, "name"> }): PublishingDialect {
  return dialect.name === "custom" ? custom : builtIn;
}
