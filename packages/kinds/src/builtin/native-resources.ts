import {
  encodeUtf8,
  type JsonObject,
  nameIsDns1123Subdomain,
  once,
  printGroupResource,
  statusNotImplemented,
} from "@kiln/api";
import { toFieldType } from "@kiln/apply";
import { compileNative } from "../natives/compile-native.ts";
import { zeroOfStruct } from "../natives/decode-native.ts";
import { markSchema } from "../natives/mark-schema.ts";
import { nativePatchType } from "../natives/native-patch-type.ts";
import { createNativeSchemas, type NativeSchemas } from "../natives/native-schema.ts";
import type { StructType } from "../natives/native-type.ts";
import type { PackageText, ResourceFacts } from "../natives/package-text.ts";
import { createTypeDefaults, type SetTypeDefaults } from "../natives/type-defaults.ts";
import { typeLibrary } from "../natives/type-library.ts";
import type { RulesByType } from "../natives/type-rules.ts";
import { builtInDialect } from "../resource/built-in-dialect.ts";
import type { BuiltInSettings } from "../resource/feature-gates.ts";
import { lazyFieldTypes } from "../resource/lazy-field-types.ts";
import { apiVersionOf, type Resource, type Serving, type Storage } from "../resource/resource.ts";
import type { Strategy } from "../resource/strategy.ts";
import { sha256 } from "../stored/sha256.ts";
import type { Declaration } from "./declaration.ts";

/** Inputs and caches that all built-in kinds of a server share. */
interface Workshop {
  readonly settings: BuiltInSettings;
  readonly packages: readonly PackageText[];
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly schemas: NativeSchemas;
  readonly defaultsOf: (type: StructType) => SetTypeDefaults | undefined;
  readonly stamp: () => string;
}

/**
 * Resources of all kinds in the data files, completed by their declarations. Parses only names at once, and types when
 * a kind is first used.
 */
export function nativeResources(
  packages: readonly PackageText[],
  declarations: readonly Declaration[],
  settings: BuiltInSettings,
): Resource[] {
  const rules: RulesByType = Object.assign({}, ...declarations.map(({ types }) => types ?? {}));
  const workshop: Workshop = {
    settings,
    packages,
    declarations: new Map(declarations.map((declaration) => [declaration.resource, declaration])),
    schemas: createNativeSchemas(),
    defaultsOf: createTypeDefaults(rules),
    stamp: once(() => hashTypes(packages, rules)),
  };
  return packages.flatMap((text) =>
    (JSON.parse(text.resources) as ResourceFacts[]).map((facts) => toResource(workshop, text, facts)),
  );
}

/** Hash of eight characters over everything that decoding of any built-in kind depends on. */
function hashTypes(packages: readonly PackageText[], rules: RulesByType): string {
  const digest = sha256(encodeUtf8(packages.map(({ types }) => types).join() + JSON.stringify(rules)));
  return String.fromCharCode(...digest.subarray(0, 8).map((byte) => 0x30 + (byte % 64)));
}

function toResource(workshop: Workshop, text: PackageText, facts: ResourceFacts): Resource {
  const { group = "", version = "" } = text;
  const declaration = workshop.declarations.get(printGroupResource({ group, resource: facts.plural })) ?? {
    resource: facts.plural,
  };
  const { setDefaults, ...strategy } = declaration.strategy?.(workshop.settings, version) ?? defaultStrategy(facts);
  const type = () => typeLibrary.struct(`${text.path}.${facts.kind}`);
  const schema = compileNative(
    {
      type,
      schema: () => markSchema(workshop.schemas.ofKind(type()), declaration.marks ?? {}),
      defaults: () => workshop.defaultsOf(type()),
      ...(setDefaults === undefined ? {} : { setDefaults }),
      ...(declaration.decoding === undefined ? {} : { decoding: declaration.decoding }),
      ...(declaration.marksHold === undefined ? {} : { marksHold: declaration.marksHold }),
    },
    workshop.settings,
  );
  const subresources = (facts.subresources ?? []).map((found) => ({
    ...{ group, version, kind: facts.kind, verbs: SUBRESOURCE_VERBS },
    ...found,
  }));
  return {
    group,
    version,
    names: {
      plural: facts.plural,
      singular: facts.singular,
      kind: facts.kind,
      listKind: `${facts.kind}List`,
      shortNames: facts.shortNames ?? [],
      categories: facts.categories ?? [],
    },
    isNamespaced: facts.scope !== "Cluster",
    dialect: builtInDialect,
    metadata: {
      nameRule: declaration.nameRule ?? nameIsDns1123Subdomain,
      repeated: declaration.metadataRules ?? { requiresQualifiedFinalizers: true, onUpdate: ["update"] },
    },
    schema,
    storage: storageOf(workshop, { group, version, facts, declaration, schema }),
    strategy,
    subresources: {
      hasStatus: subresources.some(({ name }) => name === "status"),
      listed: subresources,
      ...(declaration.scale === undefined ? {} : { scale: declaration.scale }),
    },
    writing: {
      allowsUnconditionalUpdate: facts.unconditionalUpdate ?? true,
      allowsCreateOnUpdate: facts.createOnUpdate ?? false,
      countsGenerations: facts.generations ?? false,
      returnsDeleted: facts.returnsDeleted ?? false,
      patchType: () => nativePatchType(type()),
    },
    table: { columns: [], headings: facts.columns ?? [] },
    selectable: {
      fields: declaration.selectableFields ?? [],
      ...(declaration.fieldValues === undefined ? {} : { values: declaration.fieldValues }),
      ...(declaration.refuseField === undefined ? {} : { refuse: declaration.refuseField }),
    },
    serving: servingOf(workshop, { version, facts, declaration }),
    emptyFields: once(() => emptyFieldsOf(type())),
  };
}

function servingOf(
  { settings }: Workshop,
  { version, facts, declaration }: Pick<StorageOf, "version" | "facts" | "declaration">,
): Serving {
  const warning = declaration.warnings?.[version];
  const isUnlisted = settings.semantics === "upstream" && declaration.unlistedUpstream?.includes(version) === true;
  return {
    verbs: facts.verbs ?? ALL_VERBS,
    ...(warning === undefined ? {} : { warning }),
    ...(isUnlisted ? { isUnlisted } : {}),
  };
}

function emptyFieldsOf(type: StructType): JsonObject {
  const { metadata: _, ...fields } = zeroOfStruct(type);
  return fields;
}

/** Strategy of a kind without one; a review, which can only be created, must declare one. */
function defaultStrategy({ plural, verbs }: ResourceFacts): Strategy {
  if (verbs === undefined || verbs.join() !== "create") {
    return {};
  }
  return {
    answer: () => {
      throw statusNotImplemented(`${plural} are not answered by this server`);
    },
  };
}

/** All verbs, in the order of discovery. */
const ALL_VERBS: readonly string[] = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
];
const SUBRESOURCE_VERBS: readonly string[] = ["get", "patch", "update"];

interface StorageOf extends Pick<Resource, "group" | "version" | "schema"> {
  readonly facts: ResourceFacts;
  readonly declaration: Declaration;
}

function storageOf(workshop: Workshop, { group, version, facts, declaration, schema }: StorageOf): Storage {
  const own = apiVersionOf({ group, version });
  const { apiVersion, apiVersions, isStoredInAny, ...shared } = declaration.storage ?? {
    apiVersion: own,
    apiVersions: [own],
  };
  const typeOf = (of: string) => typeLibrary.struct(`${pathOf(workshop.packages, of)}.${facts.kind}`);
  const schemaOf = (of: string) => {
    const { setDefaults } = declaration.strategy?.(workshop.settings, versionOf(of)) ?? {};
    return of === own
      ? schema
      : compileNative(
          {
            type: () => typeOf(of),
            schema: () => workshop.schemas.ofKind(typeOf(of)),
            defaults: () => workshop.defaultsOf(typeOf(of)),
            ...(setDefaults === undefined ? {} : { setDefaults }),
            ...(declaration.decoding === undefined ? {} : { decoding: declaration.decoding }),
          },
          workshop.settings,
        );
  };
  return {
    prefix: `/registry/${groupOf(apiVersion) || "core"}/${facts.plural}/`,
    apiVersion,
    kind: facts.kind,
    schema: schemaOf(apiVersion),
    ...(isStoredInAny ? { schemas: new Map(apiVersions.map((of) => [of, schemaOf(of)])) } : {}),
    typeOf: lazyFieldTypes(apiVersions, (of) => toFieldType(workshop.schemas.ofKind(typeOf(of)))),
    ...shared,
    stamp: workshop.stamp,
  };
}

function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes("/") ? (apiVersion.split("/")[0] as string) : "";
}

function pathOf(packages: readonly PackageText[], apiVersion: string): string {
  const found = packages.find(
    ({ group, version }) => group !== undefined && apiVersionOf({ group, version: version ?? "" }) === apiVersion,
  );
  return found?.path ?? "";
}
