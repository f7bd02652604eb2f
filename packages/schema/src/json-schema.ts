import type { JsonValue } from "@kiln/api";

/**
 * `openAPIV3Schema` of a CRD version, decoded: the form of a schema that every operation of this package uses. Unknown
 * keys were dropped; maps are Maps, so that a field named `constructor` needs no special care.
 */
export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly default?: JsonValue;
  readonly example?: JsonValue;

  readonly properties?: ReadonlyMap<string, JsonSchema>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema | readonly JsonSchema[];

  readonly enum?: readonly JsonValue[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;

  /** Decoded only so that the structural check can reject it. */
  readonly id?: string;
  readonly schema?: string;
  readonly ref?: string;
  readonly additionalItems?: JsonSchema | boolean;
  readonly patternProperties?: ReadonlyMap<string, JsonSchema>;
  readonly definitions?: ReadonlyMap<string, JsonSchema>;
  readonly dependencies?: ReadonlyMap<string, JsonSchema | readonly string[]>;
  readonly externalDocs?: { readonly description?: string; readonly url?: string };

  /** `x-kubernetes-preserve-unknown-fields`; false is kept, because writing it is an error. */
  readonly preserveUnknownFields?: boolean;
  readonly embeddedResource?: boolean;
  readonly intOrString?: boolean;
  readonly listType?: string;
  readonly listMapKeys?: readonly string[];
  readonly mapType?: string;
  readonly validations?: readonly ValidationRule[];
  /** `x-kubernetes-mutability` as the CRD has it, unvalidated; the placement check validates it. */
  readonly mutability?: JsonValue;
  /** `x-kubernetes-key-mutability` as the CRD has it, unvalidated. */
  readonly keyMutability?: JsonValue;
  /** `x-kubernetes-unions` as the CRD has it, unvalidated. */
  readonly unions?: JsonValue;
  /** Set internally for schemas of defaults: `format` is checked even if it does not apply to the type. */
  readonly isFormatKept?: boolean;
  /** Set internally for built-in kinds: see {@link Union.hasOwnRules}. */
  readonly hasUnionRules?: boolean;
}

/** One entry of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/**
 * Behavior where the proposals (KEPs) and shipped Kubernetes differ: `kep` follows the proposal, `upstream` follows
 * Kubernetes.
 */
export type Semantics = "kep" | "upstream";

export type Mutability = "Immutable" | "AddOnly" | "RemoveOnly";

/** One entry of a well-placed `x-kubernetes-unions`. */
export interface Union {
  readonly discriminator?: string;
  /** Value of the discriminator for each member field (`fields-to-discriminateBy`). */
  readonly members: ReadonlyMap<string, string>;
  /** Values of the discriminator's enum; undefined if it has no enum, or if the enum was not looked up. */
  readonly allowed?: ReadonlySet<string>;
  /**
   * True if rules outside the schema reject objects with two members, and a member that the discriminator does not
   * name. Normalization leaves a contradictory request to these rules, so that there is one error, with their message.
   */
  readonly hasOwnRules?: boolean;
}

/** The schema of list items; the array form is never structural. */
export function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  return schema.items !== undefined && !Array.isArray(schema.items) ? (schema.items as JsonSchema) : undefined;
}

/**
 * True if the schema names fields. Kubernetes: an empty `properties` is the same as none, since encoding drops it
 * (apiextensions/v1/types_jsonschema.go JSONSchemaProps, v1.36).
 */
export function hasProperties(schema: JsonSchema): boolean {
  return schema.properties !== undefined && schema.properties.size > 0;
}
