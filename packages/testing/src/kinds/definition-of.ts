import type { JsonObject } from "@kiln/api";

export const TESTING_GROUP = "testing.kiln.dev";
export const TESTING_VERSION = "v1";

export interface KindOptions {
  readonly kind: string;
  readonly plural: string;
  readonly description: string;
  readonly spec: JsonObject;
  readonly status: JsonObject;
  /** Name, type and JSONPath of the columns of `kubectl get`. */
  readonly columns: readonly (readonly [string, string, string])[];
}

/**
 * The CRD of a testing kind, in the form in which a server stores it. It has no status subresource: the server sets the
 * status.
 */
export function definitionOf(options: KindOptions): JsonObject {
  const { kind, plural, description, spec, status, columns } = options;
  const names = { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` };
  const openAPIV3Schema = { type: "object", description, properties: { spec, status } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${TESTING_GROUP}` },
    spec: {
      group: TESTING_GROUP,
      names,
      scope: "Cluster",
      versions: [
        {
          name: TESTING_VERSION,
          served: true,
          storage: true,
          schema: { openAPIV3Schema },
          additionalPrinterColumns: columns.map(([name, type, jsonPath]) => ({ name, type, jsonPath })),
        },
      ],
    },
    status: {
      acceptedNames: names,
      storedVersions: [TESTING_VERSION],
      conditions: [{ type: "Established", status: "True", lastTransitionTime: null }],
    },
  };
}

/** Key prefix of a kind's objects in the store. */
export function prefixOf(plural: string): string {
  return `/registry/${TESTING_GROUP}/${plural}/`;
}
