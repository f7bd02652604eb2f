import { type JsonValue, type NameRule, nameIsDns1123Subdomain } from "@kiln/api";
import { compileSchema, parseJsonSchema, type Semantics } from "@kiln/schema";
import { apiVersionOf, type MetadataRules, type Resource, type ResourceNames, type Strategy } from "../resource.ts";
import { storageStamp } from "../storage-stamp.ts";
import { decodeBuiltIn } from "./decode-built-in.ts";

/** A built-in kind as data. */
export interface BuiltIn {
  readonly group: string;
  readonly version: string;
  readonly names: ResourceNames;
  readonly isNamespaced: boolean;
  readonly nameRule?: NameRule;
  readonly metadataRules?: MetadataRules;
  readonly schema: JsonValue;
  readonly hasStatus?: boolean;
  readonly countsGenerations?: boolean;
  readonly returnsDeleted?: boolean;
  readonly allowsUnconditionalUpdate?: boolean;
  readonly allowsCreateOnUpdate?: boolean;
  readonly selectableFields?: readonly string[];
  readonly strategy?: Strategy;
  /** For a kind that a schema cannot describe: changes what was made of the rest. */
  readonly complete?: (resource: Resource, semantics: Semantics) => Resource;
}

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

export function toResource(builtIn: BuiltIn, semantics: Semantics): Resource {
  const { schema } = parseJsonSchema(builtIn.schema);
  // Pruning by the proposal looks at types, as Kubernetes' decoder does for its own kinds whatever the semantics.
  const compiled = decodeBuiltIn(builtIn.names.kind, schema, compileSchema(schema, { semantics: "kep" }));
  const apiVersion = apiVersionOf(builtIn);
  const { kind, plural } = builtIn.names;
  const resource: Resource = {
    group: builtIn.group,
    version: builtIn.version,
    names: builtIn.names,
    isNamespaced: builtIn.isNamespaced,
    nameRule: builtIn.nameRule ?? nameIsDns1123Subdomain,
    isCustom: false,
    metadataRules: builtIn.metadataRules ?? { requiresQualifiedFinalizers: builtIn.group === "", onUpdate: ["update"] },
    schema: compiled,
    storage: {
      prefix: `/registry/${builtIn.group || "core"}/${plural}/`,
      apiVersion,
      kind,
      schema: compiled,
      stamp: storageStamp({ apiVersion, kind, schema, preserveUnknownFields: false, semantics }),
    },
    hasStatus: builtIn.hasStatus ?? false,
    columns: [],
    selectableFields: builtIn.selectableFields ?? [],
    strategy: builtIn.strategy ?? {},
    verbs: ALL_VERBS,
    allowsUnconditionalUpdate: builtIn.allowsUnconditionalUpdate ?? true,
    allowsCreateOnUpdate: builtIn.allowsCreateOnUpdate ?? false,
    countsGenerations: builtIn.countsGenerations ?? false,
    returnsDeleted: builtIn.returnsDeleted ?? false,
  };
  return builtIn.complete?.(resource, semantics) ?? resource;
}
