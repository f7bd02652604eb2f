import type { JsonObject, NameRule } from "@kiln/api";
import type { NativeDecoding } from "../natives/decode-native.ts";
import type { Marks } from "../natives/marks.ts";
import type { RulesByType } from "../natives/type-rules.ts";
import type { BuiltInSettings } from "../resource/feature-gates.ts";
import type { MetadataRules, ScalePaths, Strategy } from "../resource/resource.ts";

/**
 * A built-in kind, beyond the facts. Names, scope, verbs, subresources, columns and all types are in natives/data; a
 * kind that has nothing to add needs no declaration at all. To say more of one:
 *
 * - Declare it in `<group>/<kind>.ts` (`core/pod.ts`, `apps/deployment.ts`) and add it to the list in `index.ts`.
 * - A default that is always the same goes into `types`, by Go type and field, and holds wherever the type stands:
 *   `{ "core/v1.Container": { defaults: { terminationMessagePolicy: "File" } } }`. A default that depends on other
 *   fields of the type is code beside it, `setDefaults`; one of the kind alone is `strategy.setDefaults`, which comes
 *   first.
 * - Fields that clients may not set are reset in `strategy.prepareCreate` and `prepareUpdate`. Status is kept apart already
 *   where the kind has that subresource, and generation is counted where Kubernetes counts it.
 * - Rules are `strategy.validateCreate` and `validateUpdate`, from `<group>/validate-<kind>.ts`. They see the object as
 *   Go would have decoded it: no unknown fields, every value of its type, nulls only where Go writes them, empty lists
 *   and texts left out where Go leaves them out. Metadata has been validated by `nameRule` and {@link MetadataRules}.
 * - Immutable fields are marks in `marks`, by path; unions are in natives/unions.ts, by type. Both are for the default semantics;
 *   `settings.semantics === "upstream"` needs Kubernetes' own errors, which are rules.
 */
export interface Declaration {
  /** As a CRD would be called: `deployments.apps`, or `pods` in the core group. It counts for all versions. */
  readonly resource: string;
  /** DNS-1123 subdomains if absent. */
  readonly nameRule?: NameRule;
  readonly metadataRules?: MetadataRules;
  readonly scale?: ScalePaths;
  /** Besides metadata.name and metadata.namespace. */
  readonly selectableFields?: readonly string[];
  /**
   * For selectable fields whose value is not just the one at their path, or that have a value where the path has none.
   */
  readonly fieldValues?: Readonly<Record<string, (object: JsonObject) => string>>;
  /** Error for an unsupported field label, where a kind has its own. */
  readonly refuseField?: (field: string) => string;
  /** A warning for every request to a version that clients should leave, by version. */
  readonly warnings?: Readonly<Record<string, string>>;
  /** Versions that are served but hidden from discovery with `--semantics upstream`. */
  readonly unlistedUpstream?: readonly string[];
  readonly decoding?: NativeDecoding;
  /** Defaults of types that belong to the kind. They hold for all kinds that contain the type. */
  readonly types?: RulesByType;
  /** `x-kubernetes-mutability` and `x-kubernetes-key-mutability` by path: `spec.nodeName`, `spec.containers[].image`. */
  readonly marks?: Readonly<Record<string, Marks>>;
  /** False for an update that marks do not apply to, because it changes the kind of the object. */
  readonly marksHold?: (object: JsonObject, old: JsonObject) => boolean;
  /** For a kind with several versions; absent: each is stored as it is served. */
  readonly storage?: SharedStorage;
  readonly strategy?: (settings: BuiltInSettings, version: string) => Strategy;
}

export interface SharedStorage {
  /** In which version, of which group. */
  readonly apiVersion: string;
  /** Every version in which fields may be owned. */
  readonly apiVersions: readonly string[];
  /** True if objects may be stored in any of {@link apiVersions}, because others write to the same store. */
  readonly isStoredInAny?: boolean;
  /** Objects disappear this long after their last write. */
  readonly ttlSeconds?: number;
  /** Takes the object over. */
  readonly convert: (object: JsonObject, apiVersion: string) => JsonObject;
}

/** Whether {@link Declaration.marks} are in force, so that rules need not repeat them. */
export function areMarked({ semantics, features }: BuiltInSettings): boolean {
  return semantics === "kep" && features.FieldMutability;
}
