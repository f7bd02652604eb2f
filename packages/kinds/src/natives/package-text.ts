import type { ColumnFacts } from "../resource/resource.ts";

/**
 * Types of one Go package as text, parsed when one of them is first needed: most servers never use most of them.
 * data/README.md describes the format.
 */
export interface PackageText {
  /** `core/v1`: prefix of references from other packages. */
  readonly path: string;
  /** Absent for packages without kinds. */
  readonly group?: string;
  readonly version?: string;
  /** apiVersion in protobuf envelopes, if it has no group. */
  readonly apiVersion?: string;
  /** Prefix of its types' names in OpenAPI. */
  readonly prefix: string;
  /** JSON: the served resources, as {@link ResourceFacts}. */
  readonly resources: string;
  /** JSON: fields by struct, or the definition of another named type. */
  readonly types: string;
  /** Types that are kinds, separated by blanks. */
  readonly kinds?: string;
  /** Atomic types, separated by blanks. */
  readonly atomic?: string;
  /** JSON: unions as Kubernetes publishes them, by type. */
  readonly unions?: string;
  /** One message per line, in the format of data/README.md. */
  readonly messages?: string;
}

/** A served resource, as discovery shows it, and the behavior of its endpoint. */
export interface ResourceFacts {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  /** Namespaced if absent. */
  readonly scope?: "Cluster";
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** All verbs if absent. */
  readonly verbs?: readonly string[];
  readonly subresources?: readonly SubresourceFacts[];
  /** True if absent. */
  readonly unconditionalUpdate?: boolean;
  readonly createOnUpdate?: boolean;
  readonly returnsDeleted?: boolean;
  /** `exact`: an empty list or map instead of an absent one counts as a change as well. */
  readonly generations?: true | "exact";
  readonly columns?: readonly ColumnFacts[];
}

export interface SubresourceFacts {
  readonly name: string;
  /** The resource's own if absent. */
  readonly kind?: string;
  readonly group?: string;
  readonly version?: string;
  /** get, patch and update if absent. */
  readonly verbs?: readonly string[];
}
