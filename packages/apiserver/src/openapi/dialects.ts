import { MEDIA_TYPES, STREAM_MEDIA_TYPES } from "../http/media-form.ts";
import { CUSTOM_GET_PARAMETERS, DELETE_COLLECTION_PARAMETERS, LIST_PARAMETERS, type Parameter } from "./parameters.ts";

/** Differences between the published operations of custom and built-in kinds. */
export interface Dialect {
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** What lists can be written as besides: they may be watches. */
  readonly streams: readonly string[];
  readonly patchTypes: readonly string[];
  readonly patchCodes: readonly number[];
  readonly getParameters: readonly Parameter[];
  readonly deleteCollectionParameters: readonly Parameter[];
  readonly deletesCollectionsByOptions: boolean;
  readonly hasWatchPaths: boolean;
}

const JSON_AND_YAML: readonly string[] = ["application/json", "application/yaml"];

export const customDialect: Dialect = {
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

export const builtInDialect: Dialect = {
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
