import type { FieldPath } from "@kiln/api";
import type { JsonSchema, Semantics } from "./json-schema.ts";
import type { RuleEngine } from "./rule-engine.ts";

/** The API version through which the definition is written. */
export type CrdVersion = "v1" | "v1beta1";

export interface CheckSchemaOptions {
  /** Where the schema stands in the definition. Paths are relative to the schema without it. */
  readonly path?: FieldPath;
  /** The API version of the request, `v1` if not given. */
  readonly crdVersion?: CrdVersion;
  /** On update: the schemas of all versions of the stored definition, whose looseness the new one may keep. */
  readonly oldSchemas?: readonly JsonSchema[];
  /** The schemas of all versions of the new definition; needed if there are others than this one. */
  readonly schemas?: readonly JsonSchema[];
  /** `spec.preserveUnknownFields`: with true, a schema without extensions need not be structural in `v1beta1`. */
  readonly preserveUnknownFields?: boolean;
  /** The version has a status subresource. */
  readonly hasStatus?: boolean;
  /** On update: the stored version has one. */
  readonly hadStatus?: boolean;
  /** By whose rules defaults are pruned, `kep` if not given. */
  readonly semantics?: Semantics;
  /** Checks `x-kubernetes-validations`; without it they are not compiled. */
  readonly rules?: Pick<RuleEngine, "compile" | "check">;
  /** On update: this version's schema is stored like this already, so that it may stay as expensive as it is. */
  readonly isUnchanged?: boolean;
}

/** Which checks apply: stricter ones came later, and do not apply to definitions that were stored before them. */
export interface SchemaGates {
  readonly requireStructural: boolean;
  readonly requireValidTypes: boolean;
  readonly requireAtomicSets: boolean;
  readonly requireListKeys: boolean;
  /** Why no default may be set at all; undefined if they may. */
  readonly noDefaults: string | undefined;
  readonly allowMarks: boolean;
}
