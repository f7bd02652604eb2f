import type { FieldPath } from "@kiln/api";
import type { JsonSchema, Semantics } from "./json-schema.ts";
import type { RuleEngine } from "./rule-engine.ts";

/** API version through which the CRD is written. */
export type CrdVersion = "v1" | "v1beta1";

export interface CheckSchemaOptions {
  /** Path of the schema in the CRD. Absent: paths are relative to the schema. */
  readonly path?: FieldPath;
  /** The API version of the request, `v1` if not given. */
  readonly crdVersion?: CrdVersion;
  /** On update: the schemas of all versions of the stored CRD. Violations that they have already are tolerated. */
  readonly oldSchemas?: readonly JsonSchema[];
  /** Schemas of all versions of the new CRD; needed if there are several. */
  readonly schemas?: readonly JsonSchema[];
  /** `spec.preserveUnknownFields`: with true, a schema without extensions need not be structural in `v1beta1`. */
  readonly preserveUnknownFields?: boolean;
  /** The version has a status subresource. */
  readonly hasStatus?: boolean;
  /** On update: the stored version has one. */
  readonly hadStatus?: boolean;
  /** Rules by which defaults are pruned, `kep` if not given. */
  readonly semantics?: Semantics;
  /** Checks `x-kubernetes-validations`; without it they are not compiled. */
  readonly rules?: Pick<RuleEngine, "compile" | "check">;
  /** On update: this version's schema is stored unchanged, so its cost is not checked. */
  readonly isUnchanged?: boolean;
}

/** Selects checks: stricter ones were added to Kubernetes over time and do not apply to CRDs stored before. */
export interface SchemaGates {
  readonly requireStructural: boolean;
  readonly requireValidTypes: boolean;
  readonly requireAtomicSets: boolean;
  readonly requireListKeys: boolean;
  /** Reason why defaults are not allowed at all; undefined if they are. */
  readonly noDefaults: string | undefined;
  readonly allowMarks: boolean;
}
