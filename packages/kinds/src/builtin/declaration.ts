import type { JsonObject, NameRule } from "@kiln/api";
import type { NativeDecoding } from "../natives/decode-native.ts";
import type { Marks } from "../natives/marks.ts";
import type { RulesByType } from "../natives/type-rules.ts";
import type { BuiltInSettings } from "../resource/feature-gates.ts";
import type { MetadataRules, ScalePaths } from "../resource/resource.ts";
import type { Strategy } from "../resource/strategy.ts";

/**
 * A built-in kind, beyond its facts. Names, scope, verbs, subresources, columns and all types are in natives/data; a
 * kind that has nothing to add needs no declaration at all. To add behavior:
 *
 * - Declare it in `<group>/<kind>.ts` (`core/pod.ts`, `apps/deployment.ts`) and add it to the list in `index.ts`.
 * - A constant default goes into `types`, by Go type and field, and applies wherever the type is used:
 * `{ "core/v1.Container": { defaults: { terminationMessagePolicy: "File" } } }`. A default that depends on other
 * fields of the type is code beside it, `setDefaults`; one of the kind alone is `strategy.setDefaults`, which comes
 * first.
 * - Fields that clients may not set are reset in `strategy.prepareCreate` and `prepareUpdate`. Status is kept separate
 * if the kind has that subresource, and generation is counted where Kubernetes counts it.
 * - Rules are `strategy.validateCreate` and `validateUpdate`, from `<group>/validate-<kind>.ts`. They get the object as
 * Go would have decoded it: no unknown fields, every value of its type, nulls only where Go writes them, empty lists
 * and strings omitted where Go omits them. Metadata has been validated by `nameRule` and {@link MetadataRules}.
 * - Immutable fields are marks in `marks`, by path; unions are in natives/unions.ts, by type. Both are for the default
 * semantics;
 * `settings.semantics === "upstream"` needs Kubernetes' own errors, which are rules.
 */
export interface Declaration {
  /** Name in the form of CRDs: `deployments.apps`, or `pods` in the core group. Applies to all versions. */
  readonly resource: string;
  /** Rule of metadata.name; absent: DNS-1123 subdomain. */
  readonly nameRule?: NameRule;
  readonly metadataRules?: MetadataRules;
  readonly scale?: ScalePaths;
  /** Selectable fields besides metadata.name and metadata.namespace. */
  readonly selectableFields?: readonly string[];
  /** Values of selectable fields that differ from the value at their path. */
  readonly fieldValues?: Readonly<Record<string, (object: JsonObject) => string>>;
  /** Error for an unsupported field label, if the kind has a message of its own. */
  readonly refuseField?: (field: string) => string;
  /** Warnings for requests, by version, mostly of deprecated versions. */
  readonly warnings?: Readonly<Record<string, string>>;
  /** Versions that are served but hidden from discovery with `--semantics upstream`. */
  readonly unlistedUpstream?: readonly string[];
  readonly decoding?: NativeDecoding;
  /** Defaults of the kind's types. They apply to all kinds that contain a type. */
  readonly types?: RulesByType;
  /** `x-kubernetes-mutability` and `x-kubernetes-key-mutability` by path: `spec.nodeName`, `spec.containers[].image`. */
  readonly marks?: Readonly<Record<string, Marks>>;
  /** False for an update that marks do not apply to, because it changes the type of the object. */
  readonly marksHold?: (object: JsonObject, old: JsonObject) => boolean;
  /** Storage of a kind with several versions; absent: each version is stored as served. */
  readonly storage?: SharedStorage;
  readonly strategy?: (settings: BuiltInSettings, version: string) => Strategy;
}

export interface SharedStorage {
  /** apiVersion of the storage version. */
  readonly apiVersion: string;
  /** All versions in which managed fields may be. */
  readonly apiVersions: readonly string[];
  /** True if objects may be stored in any of {@link apiVersions}, because other programs write to the same store. */
  readonly isStoredInAny?: boolean;
  /** Objects expire this long after their last write. */
  readonly ttlSeconds?: number;
  /** Converts the object in place and returns it. */
  readonly convert: (object: JsonObject, apiVersion: string) => JsonObject;
}

/** Whether {@link Declaration.marks} are enforced, so that rules need not repeat them. */
export function areMarked({ semantics, features }: BuiltInSettings): boolean {
  return semantics === "kep" && features.FieldMutability;
}
