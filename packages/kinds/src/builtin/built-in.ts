import { type JsonObject, type JsonValue, type NameRule, nameIsDns1123Subdomain, once } from "@kiln/api";
import { toFieldType } from "@kiln/apply";
import type { RuleEngine } from "@kiln/schema";
import { compileSchema, parseJsonSchema } from "@kiln/schema";
import { builtInDialect } from "../resource/built-in-dialect.ts";
import type { BuiltInSettings } from "../resource/feature-gates.ts";
import { lazyFieldTypes } from "../resource/lazy-field-types.ts";
import {
  apiVersionOf,
  type MetadataRules,
  type Resource,
  type ResourceNames,
  type Strategy,
} from "../resource/resource.ts";
import { storageStamp } from "../resource/storage-stamp.ts";
import { decodeBuiltIn } from "./decode-built-in.ts";
import { withListTypes } from "./list-types.ts";
import { schemaPatchType } from "./schema-patch-type.ts";

/** A built-in kind as data. */
export interface BuiltIn {
  readonly group: string;
  readonly version: string;
  readonly names: ResourceNames;
  readonly isNamespaced: boolean;
  readonly nameRule?: NameRule;
  readonly metadataRules?: MetadataRules;
  /**
   * `x-kubernetes-patch-strategy` and `x-kubernetes-patch-merge-key` say which lists a strategic merge patch merges, as in
   * the published OpenAPI.
   */
  readonly schema: JsonValue;
  readonly hasStatus?: boolean;
  readonly countsGenerations?: boolean;
  readonly returnsDeleted?: boolean;
  readonly emptyFields?: JsonObject;
  readonly allowsUnconditionalUpdate?: boolean;
  readonly allowsCreateOnUpdate?: boolean;
  readonly selectableFields?: readonly string[];
  /** {@link ALL_VERBS} if absent. */
  readonly verbs?: readonly string[];
  readonly strategy?: (settings: BuiltInSettings) => Strategy;
  /** For a kind that a schema cannot describe, or that has several versions: the served resources instead. */
  readonly versions?: (resource: Resource, settings: VersionSettings) => readonly Resource[];
}

/** The same, for kinds that describe others. */
export type VersionSettings = BuiltInSettings & { readonly rules: RuleEngine };

/** The verbs of a kind that can do everything, in the order discovery lists them. */
export const ALL_VERBS: readonly string[] = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
];

/** All versions of a kind, over one storage. */
export function toResources(builtIn: BuiltIn, settings: VersionSettings): readonly Resource[] {
  const resource = toResource(builtIn, settings);
  return builtIn.versions?.(resource, settings) ?? [resource];
}

export function toResource(builtIn: BuiltIn, settings: BuiltInSettings): Resource {
  const { schema } = parseJsonSchema(builtIn.schema);
  // Pruning by the proposal looks at types, as Kubernetes' decoder does for its own kinds whatever the semantics.
  const compiled = decodeBuiltIn(builtIn.names.kind, schema, compileSchema(schema, { semantics: "kep" }));
  const apiVersion = apiVersionOf(builtIn);
  const { kind, plural } = builtIn.names;
  return {
    group: builtIn.group,
    version: builtIn.version,
    names: builtIn.names,
    isNamespaced: builtIn.isNamespaced,
    nameRule: builtIn.nameRule ?? nameIsDns1123Subdomain,
    dialect: builtInDialect,
    metadataRules: builtIn.metadataRules ?? { requiresQualifiedFinalizers: builtIn.group === "", onUpdate: ["update"] },
    schema: compiled,
    storage: {
      prefix: `/registry/${builtIn.group || "core"}/${plural}/`,
      apiVersion,
      kind,
      schema: compiled,
      typeOf: lazyFieldTypes([apiVersion], () => toFieldType(parseJsonSchema(withListTypes(builtIn.schema)).schema)),
      stamp: once(() =>
        storageStamp({ apiVersion, kind, schema, preserveUnknownFields: false, semantics: settings.semantics }),
      ),
    },
    hasStatus: builtIn.hasStatus ?? false,
    patchType: once(() => schemaPatchType(kind, builtIn.schema)),
    columns: [],
    selectableFields: builtIn.selectableFields ?? [],
    strategy: builtIn.strategy?.(settings) ?? {},
    verbs: builtIn.verbs ?? ALL_VERBS,
    allowsUnconditionalUpdate: builtIn.allowsUnconditionalUpdate ?? true,
    allowsCreateOnUpdate: builtIn.allowsCreateOnUpdate ?? false,
    countsGenerations: builtIn.countsGenerations ?? false,
    returnsDeleted: builtIn.returnsDeleted ?? false,
    emptyFields: () => builtIn.emptyFields ?? {},
  };
}
