import type { FieldPath } from "@kiln/api";
import type { JsonSchema, Semantics } from "./json-schema.ts";
import type { RuleEngine } from "./rule-engine.ts";

/** API version through which the CRD is written. */
export type CrdVersion = "v1" | "v1beta1";

export interface CheckSchemaOptions {
  /** Path of the schema in the CRD. Absent: errors have paths relative to the schema. */
  readonly path?: FieldPath;
  /** API version of the request, `v1` by default. */
  readonly crdVersion?: CrdVersion;
  /** On update: the schemas of all versions of the stored CRD. Violations that they have already are tolerated. */
  readonly oldSchemas?: readonly JsonSchema[];
  /** Schemas of all versions of the new CRD; needed if there are several. */
  readonly schemas?: readonly JsonSchema[];
  /** `spec.preserveUnknownFields`: with true, a schema without extensions need not be structural in `v1beta1`. */
  readonly preserveUnknownFields?: boolean;
  /** True if the version has a status subresource. */
  readonly hasStatus?: boolean;
  /** On update: true if the version of the stored CRD has a status subresource. */
  readonly hadStatus?: boolean;
  /** Semantics by which defaults are pruned, `kep` by default. */
  readonly semantics?: Semantics;
  /** Checks `x-kubernetes-validations`; absent: rules are not compiled. */
  readonly rules?: Pick<RuleEngine, "compile" | "check">;
  /**
   * On update: true if this version's schema is stored unchanged, so that the cost of its rules is not limited again.
   */
  readonly isUnchanged?: boolean;
}

/** Selects checks: stricter ones were added to Kubernetes over time and do not apply to CRDs stored before. */
export interface SchemaGates {
  readonly requireStructural: boolean;
  readonly requireValidTypes: boolean;
  readonly requireAtomicSets: boolean;
  readonly requireListKeys: boolean;
  /** Error message if defaults are not allowed at all; undefined if they are. */
  readonly noDefaults: string | undefined;
  readonly allowMarks: boolean;
}
