import { asObjects, deepEqual, fieldPath, type JsonObject, metadataOf } from "@kiln/api";
import type { Declaration } from "../declaration.ts";
import { checkImmutable } from "../field-checks.ts";
import { validateEndpointSlice, warnOfEndpointSlice } from "./validate-endpoint-slice.ts";

export const endpointSlice: Declaration = {
  resource: "endpointslices.discovery.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create"] },
  types: { "discovery/v1.EndpointPort": { defaults: { name: "", protocol: "TCP" } } },
  marks: { addressType: { mutability: "Immutable" } },
  strategy: ({ semantics }) => ({
    prepareCreate: dropTopology,
    prepareUpdate: (object, old) => {
      if (!deepEqual(object.endpoints ?? null, old.endpoints ?? null)) {
        dropTopology(object);
      }
      countLabels(object, old);
    },
    validateCreate: (object) => validateEndpointSlice(object),
    validateUpdate: (object, old) => [
      ...validateEndpointSlice(object, old),
      ...(semantics === "upstream"
        ? checkImmutable(object.addressType, old.addressType, fieldPath("addressType"))
        : []),
    ],
    warn: warnOfEndpointSlice,
  }),
};

/** Removes deprecatedTopology, the topology labels of older versions; fields have replaced them. */
function dropTopology(object: JsonObject): void {
  for (const endpoint of asObjects(object.endpoints)) {
    delete endpoint.deprecatedTopology;
  }
}

/**
 * Increments the generation if labels change. Kubernetes: the only kind whose generation counts labels
 * (discovery/endpointslice/strategy.go PrepareForUpdate, v1.36).
 */
function countLabels(object: JsonObject, old: JsonObject): void {
  const [metadata, before] = [metadataOf(object), metadataOf(old)];
  if (!deepEqual(metadata.labels ?? {}, before.labels ?? {})) {
    metadata.generation = Number(before.generation ?? 0) + 1;
  }
}
