import type { ColumnFacts } from "../resource/resource.ts";

/**
 * The types of one Go package as text, which is read when one of them is first needed: most servers never see most of
 * them. How to read it is said in data/README.md.
 */
export interface PackageText {
  /** `core/v1`: what references from other packages begin with. */
  readonly path: string;
  /** Absent for packages whose types are parts of others. */
  readonly group?: string;
  readonly version?: string;
  /** As envelopes of protobuf messages name it, where it has no group. */
  readonly apiVersion?: string;
  /** Prefix of its types' names in OpenAPI. */
  readonly prefix: string;
  /** JSON: the served resources, as {@link ResourceFacts}. */
  readonly resources: string;
  /** JSON: fields by struct, or what another named type is. */
  readonly types: string;
  /** The types that are kinds, with blanks between them. */
  readonly kinds?: string;
  /** The types whose values are one field each, with blanks between them. */
  readonly atomic?: string;
  /** JSON: unions as Kubernetes publishes them, by type. */
  readonly unions?: string;
  /** A line a message, in the words of data/README.md. */
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
  /** `exact`: an empty list or map in place of an absent one counts as a change as well. */
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
