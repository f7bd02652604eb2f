import { compareGoStrings, parseGroupVersion, quoteGo, statusGeneric } from "@kiln/api";
import type { Dialect } from "./dialect.ts";

/** HTTP stack of built-in kinds: go-restful routes, Go structs, protobuf. Compare with {@link customDialect}. */
export const builtInDialect: Dialect = {
  name: "built-in",
  routing: {
    hasRouter: true,
    refuseNamedCreate: () => statusGeneric(405),
    refuseUnnamedUpdate: () => statusGeneric(405),
    // Kubernetes: the router's message is shorter than the handler's (emicklei/go-restful/v3/jsr311.go detectRoute,
    // v1.36).
    refusePatchType: () => statusGeneric(415, "415: Unsupported Media Type"),
    hasMessages: true,
    verbs: ({ serving }) => serving.verbs,
  },
  decoding: {
    mergesDuplicates: true,
    // Kubernetes: the decoder skips unknown fields, and does not see duplicates inside them (encoding/json/decode.go
    // object, v1.36).
    findsAllInOnePass: true,
    // Kubernetes: only this decoder escapes quotes in field names (encoding/json/kubernetes_patch.go newFieldError,
    // v1.36).
    nameUnknown(paths, hasSortedKeys) {
      const inOrder = hasSortedKeys ? [...paths].sort(compareGoStrings) : paths;
      return inOrder.map((path) => `unknown field ${quoteGo(path)}`);
    },
    isDecodingFault: () => true,
    decodesAnyKind: true,
    knowsType: true,
    prunesBySchema: false,
  },
  writing: {
    statusKeepsMetadata: false,
    // Kubernetes: an empty object has the fields that Go always writes (managedfields/internal/skipnonapplied.go Apply,
    // v1.36).
    emptyObject: ({ emptyFields }) => ({ metadata: {}, ...emptyFields?.() }),
    // Kubernetes: a kind served in two groups has the group of its storage version (registry/rest/create.go
    // objectMetaAndKind, v1.36).
    claimedKind: ({ storage, group, names }) => ({
      group: parseGroupVersion(storage.apiVersion).value?.group ?? group,
      kind: names.kind,
    }),
    unknownVersion: () => undefined,
    setsDefaultsAgain: true,
    keepsLostFields: false,
    isRedefinable: false,
    storesResetStatus: false,
    warnsOfFinalizers: false,
    checksScalePaths: false,
    unblocksByMergePatch: false,
    hasOwnRules: true,
  },
  reading: {
    // Kubernetes: kind comes first in Go's types (meta/v1/types.go TypeMeta, v1.36).
    servedStart: ({ kind, apiVersion }) => `{"kind":"${kind}","apiVersion":"${apiVersion}","metadata":{`,
    // Kubernetes: items have no apiVersion and kind (versioning/versioning.go doEncode, v1.36).
    itemsHaveType: false,
    sortsListKeys: false,
    hasOwnColumns: false,
    selectablePath: (field) => field,
    // Kubernetes: kinds without selectable fields share one conversion of labels (apimachinery/pkg/runtime/conversion.go
    // DefaultMetaV1FieldSelectorConversion, v1.36).
    hasDefaultFieldSelector: true,
    listType: (goType) => goType,
    knowsLists: true,
  },
};
