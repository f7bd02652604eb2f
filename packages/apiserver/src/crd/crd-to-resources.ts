import {
  asObject,
  asObjects,
  compareVersions,
  getOwn,
  isJsonObject,
  nameIsDns1123Subdomain,
  once,
  type Random,
} from "@kiln/api";
import { toFieldType } from "@kiln/apply";
import {
  createFieldConverter,
  customDialect,
  type Definition,
  type DefinitionSpec,
  type DefinitionVersion,
  decodeStoredJson,
  type FeatureGates,
  FIELD_MAP_ANNOTATION,
  hasTrueCondition,
  type Lifetime,
  lazyFieldTypes,
  lazySchema,
  openStoredValue,
  type Protection,
  parseFieldMap,
  type RemoteConvert,
  type Resource,
  type ResourceNames,
  type Serving,
  type Storage,
  storageStamp,
  storageVersionOf,
  versionsOf,
} from "@kiln/kinds";
import {
  compileCarryOver,
  compileSchema,
  type JsonSchema,
  markedSchema,
  parseJsonSchema,
  type RuleEngine,
  type Semantics,
  usedKeywords,
} from "@kiln/schema";
import type { WebhookCaller } from "@kiln/webhook";
import { createWebhookConverter } from "../convert/webhook-converter.ts";

/** Verbs of custom resources, in the order of discovery. */
const CUSTOM_VERBS = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];

/** Parts of the server that custom resources use. */
export interface CompileServices {
  readonly semantics: Semantics;
  readonly features: FeatureGates;
  /** Runs the rules in the schemas of custom resources. */
  readonly rules: RuleEngine;
  /** Calls conversion webhooks. */
  readonly webhookCaller: WebhookCaller;
  readonly random: Random;
}

export interface CrdOptions {
  readonly services: CompileServices;
  /** Stored bytes of the CRD: schemas are decoded from them on first use, so that no tree is kept in memory. */
  readonly value: Uint8Array;
  readonly lifetime: Lifetime;
}

/** Served versions of an established CRD; empty if it is not established. */
export function crdToResources(definition: Definition, options: CrdOptions): Resource[] {
  const stored = toStorageResource(definition, options);
  if (stored === undefined) {
    return [];
  }
  const { storage } = stored;
  return versionsOf(definition.spec)
    .filter((version) => version.served)
    .map((version) => (version.storage ? stored : toResource(definition, version, { options, storage })));
}

/** Storage version, served or not; undefined if the CRD is not established. */
export function toStorageResource(definition: Definition, options: CrdOptions): Resource | undefined {
  const version = storageVersionOf(definition.spec);
  return version === undefined || !hasTrueCondition(definition, "Established")
    ? undefined
    : toResource(definition, version, { options, storage: storageOf(definition, version, options) });
}

function toResource(
  definition: Definition,
  version: DefinitionVersion,
  { options, storage }: { readonly options: CrdOptions; readonly storage: Storage },
): Resource {
  const { spec } = definition;
  const { status, scale } = version.subresources ?? {};
  return {
    group: spec.group,
    version: version.name,
    names: namesOf(definition),
    isNamespaced: spec.scope === "Namespaced",
    dialect: customDialect,
    metadata: {
      nameRule: nameIsDns1123Subdomain,
      repeated: { requiresQualifiedFinalizers: false, onUpdate: ["update"] },
    },
    schema: storage.schemas?.get(`${spec.group}/${version.name}`) ?? storage.schema,
    storage,
    strategy: {},
    subresources: { hasStatus: status !== undefined, ...(scale === undefined ? {} : { scale }) },
    writing: {
      allowsUnconditionalUpdate: false,
      allowsCreateOnUpdate: false,
      countsGenerations: true,
      returnsDeleted: false,
    },
    table: { columns: version.additionalPrinterColumns ?? [] },
    selectable: { fields: (version.selectableFields ?? []).map(({ jsonPath }) => jsonPath) },
    serving: servingOf(definition, version, options),
  };
}

function servingOf(definition: Definition, version: DefinitionVersion, { value, lifetime }: CrdOptions): Serving {
  const warning = warningOf(definition, version);
  return {
    verbs: CUSTOM_VERBS,
    ...(warning === undefined ? {} : { warning }),
    isTerminating: hasTrueCondition(definition, "Terminating"),
    lifetime,
    published: {
      readSchema: () => readSchema(value, version.name),
      preserveUnknownFields: definition.spec.preserveUnknownFields === true,
    },
  };
}

/** Accepted names of the CRD; names in spec that were not accepted are not served. */
function namesOf({ status }: Definition): ResourceNames {
  const { plural, singular = "", kind, listKind = "", shortNames = [], categories = [] } = status.acceptedNames;
  return { plural, singular, kind, listKind, shortNames, categories };
}

function warningOf({ spec }: Definition, version: DefinitionVersion): string | undefined {
  if (version.deprecated !== true) {
    return undefined;
  }
  if (version.deprecationWarning !== undefined) {
    return version.deprecationWarning;
  }
  const { kind } = spec.names;
  const [newest] = versionsOf(spec)
    .filter(({ name, served, deprecated }) => served && deprecated !== true && compareVersions(version.name, name) < 0)
    .sort((a, b) => compareVersions(b.name, a.name));
  const use = newest === undefined ? "" : `; use ${spec.group}/${newest.name} ${kind}`;
  return `${spec.group}/${version.name} ${kind} is deprecated${use}`;
}

function storageOf(definition: Definition, version: DefinitionVersion, options: CrdOptions): Storage {
  const { spec, status } = definition;
  const apiVersion = `${spec.group}/${version.name}`;
  const { kind } = status.acceptedNames;
  const schemas = new Map(
    versionsOf(spec).map((each) => [`${spec.group}/${each.name}`, compileLazily(definition, each, options)]),
  );
  const convertRemotely = converterOf(spec, options);
  const convert = fieldConverterOf(definition, options);
  const protection = protectionOf(definition, options);
  return {
    prefix: `/registry/${spec.group}/${spec.names.plural}/`,
    apiVersion,
    kind,
    schema: schemas.get(apiVersion) ?? compileLazily(definition, version, options),
    schemas,
    typeOf: lazyFieldTypes([...schemas.keys()], (each) =>
      toFieldType(readSchema(options.value, each.slice(spec.group.length + 1)), {
        preserveUnknownFields: spec.preserveUnknownFields === true,
        semantics: options.services.semantics,
      }),
    ),
    stamp: once(() =>
      storageStamp({
        apiVersion,
        kind,
        schema: readSchema(options.value, version.name),
        preserveUnknownFields: spec.preserveUnknownFields === true,
        semantics: options.services.semantics,
      }),
    ),
    ...(convertRemotely === undefined ? {} : { convertRemotely }),
    ...(convert === undefined ? {} : { convert }),
    ...(protection === undefined ? {} : { protection }),
  };
}

/**
 * Protection of marked fields against other versions. Undefined for a CRD with one version, or if feature gates disable
 * marks and unions.
 */
function protectionOf(definition: Definition, { value, services }: CrdOptions): Protection | undefined {
  const { spec } = definition;
  const { FieldMutability: hasMutability, Unions: hasUnions } = services.features;
  const names = protectingVersions(spec);
  if (versionsOf(spec).length < 2 || !(hasMutability || hasUnions)) {
    return undefined;
  }
  if (!hasSamePaths(definition)) {
    const shown = spec.conversion?.strategy === "Webhook" ? [] : names.slice(1);
    return {
      views: once(() =>
        shown.filter((name) => isMarked(readSchema(value, name))).map((name) => `${spec.group}/${name}`),
      ),
    };
  }
  const schemas = () => names.flatMap((name) => readSchema(value, name) ?? []);
  return { views: () => [], carryOver: once(() => compileCarryOver(schemas(), { hasMutability, hasUnions })) };
}

/** Versions whose marks are enforced: the storage version first, then all served versions. */
function protectingVersions(spec: DefinitionSpec): string[] {
  const versions = versionsOf(spec);
  return [
    ...versions.filter(({ storage }) => storage),
    ...versions.filter(({ storage, served }) => !storage && served),
  ].map(({ name }) => name);
}

/** True if converting changes nothing but the apiVersion. */
function hasSamePaths({ metadata, spec }: Definition): boolean {
  return spec.conversion?.strategy !== "Webhook" && metadata.annotations?.[FIELD_MAP_ANNOTATION] === undefined;
}

function isMarked(schema: JsonSchema | undefined): boolean {
  const used = schema === undefined ? new Set() : usedKeywords(schema);
  return used.has("mutability") || used.has("keyMutability") || used.has("unions");
}

/** Converter by webhook; undefined if the CRD has no conversion webhook. */
function converterOf({ conversion }: DefinitionSpec, { services }: CrdOptions): RemoteConvert | undefined {
  const { webhookCaller, random } = services;
  const { clientConfig, conversionReviewVersions } = conversion?.webhook ?? {};
  return conversion?.strategy === "Webhook" && clientConfig !== undefined
    ? createWebhookConverter({ webhookCaller, random, clientConfig, reviewVersions: conversionReviewVersions ?? [] })
    : undefined;
}

/** Converter by field map; undefined if versions differ in apiVersion only. */
function fieldConverterOf({ metadata, spec }: Definition, { value }: CrdOptions): Storage["convert"] {
  const text = metadata.annotations?.[FIELD_MAP_ANNOTATION];
  const parsed = text === undefined || spec.conversion?.strategy === "Webhook" ? undefined : parseFieldMap(text);
  return parsed !== undefined && "fields" in parsed
    ? createFieldConverter(parsed.fields, (version) => readSchema(value, version))
    : undefined;
}

function compileLazily(definition: Definition, { name }: DefinitionVersion, options: CrdOptions) {
  const { spec } = definition;
  const { value, services } = options;
  const others = hasSamePaths(definition) ? protectingVersions(spec).filter((other) => other !== name) : [];
  const { semantics, features, rules } = services;
  const preserveUnknownFields = spec.preserveUnknownFields === true;
  return lazySchema(() =>
    compileSchema(readSchema(value, name), {
      semantics,
      preserveUnknownFields,
      features: { mutability: features.FieldMutability, unions: features.Unions },
      rules: rules.compile,
      others: () => others.flatMap((other) => readSchema(value, other) ?? []),
    }),
  );
}

/**
 * Schema of one version, with the marks of the CRD's annotation. Undefined if it has none, since another program may
 * have stored the CRD.
 */
function readSchema(value: Uint8Array, name: string): JsonSchema | undefined {
  const { metadata, spec } = decodeStoredJson(openStoredValue(value).body);
  const version = asObjects(asObject(spec).versions).find((each) => each.name === name);
  const json = getOwn(asObject(version?.schema), "openAPIV3Schema");
  const marked = isJsonObject(json) ? markedSchema(metadata, { name, json }) : json;
  return marked === undefined ? undefined : parseJsonSchema(marked).schema;
}
