import { parseGroupVersion, statusBadRequest, statusUnsupportedMediaType } from "@kiln/api";
import type { Dialect } from "./dialect.ts";

const TERMINATING_VERBS: readonly string[] = ["delete", "deletecollection", "get", "list", "watch"];

/** HTTP stack of custom resources: one handler, JSON trees, schemas. Compare with {@link builtInDialect}. */
export const customDialect: Dialect = {
  name: "custom",
  routing: {
    hasRouter: false,
    // Kubernetes: the name in the path is ignored by create (apiserver/customresource_handler.go serveResource, v1.36).
    refuseNamedCreate: () => undefined,
    refuseUnnamedUpdate: () => statusBadRequest("name must be provided"),
    refusePatchType: (supported) => statusUnsupportedMediaType(supported),
    hasMessages: false,
    verbs: ({ serving }) => (serving.isTerminating === true ? TERMINATING_VERBS : serving.verbs),
  },
  decoding: {
    mergesDuplicates: false,
    findsAllInOnePass: false,
    nameUnknown: (paths) => paths.map((path) => `unknown field "${path}"`),
    isDecodingFault: ({ detail }) => detail !== undefined,
    decodesAnyKind: false,
    // Kubernetes: an object without a kind does not decode (meta/v1/unstructured/helpers.go
    // unstructuredJSONScheme.Decode, v1.36).
    knowsType: false,
    prunesBySchema: true,
  },
  writing: {
    statusKeepsMetadata: true,
    emptyObject: () => undefined,
    // Kubernetes: errors contain the kind in the object (registry/rest/create.go objectMetaAndKind, v1.36).
    claimedKind({ group }, object) {
      const claimed = parseGroupVersion(String(object.apiVersion ?? "")).value?.group;
      return { group: claimed ?? group, kind: String(object.kind ?? "") };
    },
    unknownVersion: (apiVersion) => `request to convert CR to an invalid group/version: ${apiVersion}`,
    setsDefaultsAgain: false,
    keepsLostFields: true,
    isRedefinable: true,
    // Kubernetes: status is deleted after defaulting, so that the next write stores its defaults
    // (customresource/strategy.go PrepareForCreate, v1.36).
    storesResetStatus: true,
    warnsOfFinalizers: true,
    checksScalePaths: true,
    // Kubernetes: this sets blockOwnerDeletion: false also on references without it (garbagecollector/patch.go
    // unblockOwnerReferencesJSONMergePatch, v1.36).
    unblocksByMergePatch: true,
    hasOwnRules: false,
  },
  reading: {
    // Kubernetes: keys are sorted, so apiVersion comes first (meta/v1/unstructured/helpers.go doEncode, v1.36).
    servedStart: () => undefined,
    itemsHaveType: true,
    // Kubernetes: an empty continue is encoded as well (meta/v1/unstructured/unstructured_list.go SetContinue, v1.36).
    sortsListKeys: true,
    hasOwnColumns: true,
    selectablePath: (field) => `.${field}`,
    hasDefaultFieldSelector: false,
    listType: () => "*unstructured.UnstructuredList",
    knowsLists: false,
  },
};
