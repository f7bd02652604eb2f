import type { ColumnFacts } from "../resource/resource.ts";

/**
 * Types of one Go package as text, parsed on first use: most servers never use most of them. data/README.md describes
 * the format.
 */
export interface PackageText {
  /** Path of the package, the prefix of references from other packages: `core/v1`. */
  readonly path: string;
  /** API group; absent for packages without kinds. */
  readonly group?: string;
  readonly version?: string;
  /** apiVersion in protobuf envelopes, if the package has no group. */
  readonly apiVersion?: string;
  /** Prefix of the names of its types in OpenAPI. */
  readonly prefix: string;
  /** Served resources as JSON of {@link ResourceFacts}. */
  readonly resources: string;
  /** Types as JSON: fields of each struct, or the definition of another named type. */
  readonly types: string;
  /** Names of types that are kinds, separated by blanks. */
  readonly kinds?: string;
  /** Names of atomic types, separated by blanks. */
  readonly atomic?: string;
  /** Unions that Kubernetes publishes, as JSON by type. */
  readonly unions?: string;
  /** Protobuf messages, one a line, in the format of data/README.md. */
  readonly messages?: string;
}

/** A served resource, as discovery shows it, and the behavior of its endpoint. */
export interface ResourceFacts {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  /** Scope; absent: namespaced. */
  readonly scope?: "Cluster";
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Supported verbs; absent: all. */
  readonly verbs?: readonly string[];
  readonly subresources?: readonly SubresourceFacts[];
  /** Whether an update may omit resourceVersion; true by default. */
  readonly unconditionalUpdate?: boolean;
  readonly createOnUpdate?: boolean;
  readonly returnsDeleted?: boolean;
  /**
   * Whether generation is counted. `exact`: sending an empty list or map instead of an absent one counts as a change as
   * well.
   */
  readonly generations?: true | "exact";
  readonly columns?: readonly ColumnFacts[];
}

export interface SubresourceFacts {
  readonly name: string;
  /** Kind of the subresource's bodies; absent: that of the resource. */
  readonly kind?: string;
  readonly group?: string;
  readonly version?: string;
  /** Supported verbs; absent: get, patch and update. */
  readonly verbs?: readonly string[];
}
