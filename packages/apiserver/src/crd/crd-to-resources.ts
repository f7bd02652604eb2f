import { getOwn, isJsonObject, type JsonObject, type JsonValue, nameIsDns1123Subdomain } from "@kiln/api";
import { compileSchema, parseJsonSchema } from "@kiln/schema";
import { ALL_VERBS } from "../resources/builtin/built-in.ts";
import type { Column, Resource, ScalePaths } from "../resources/resource.ts";
import { storageStamp } from "../resources/storage-stamp.ts";
import type { Services } from "../services.ts";

type Settings = Pick<Services, "semantics" | "features">;

/** The served versions of an established CRD; none of one that is not. */
export function crdToResources(crd: JsonObject, settings: Settings): Resource[] {
  if (!isEstablished(crd)) {
    return [];
  }
  const spec = crd.spec as JsonObject;
  const versions = objects(spec.versions);
  const storage = versions.find((version) => version.storage === true);
  if (storage === undefined) {
    return [];
  }
  const shared = storageOf(spec, storage, settings);
  return versions
    .filter((version) => version.served === true)
    .map((version) => toResource(spec, version, { ...settings, storage: shared }));
}

function toResource(
  spec: JsonObject,
  version: JsonObject,
  given: Settings & { readonly storage: Resource["storage"] },
): Resource {
  const names = spec.names as JsonObject;
  const subresources = isJsonObject(version.subresources) ? version.subresources : {};
  const scale = isJsonObject(subresources.scale) ? (subresources.scale as unknown as ScalePaths) : undefined;
  const isStorage = version.storage === true;
  return {
    group: String(spec.group),
    version: String(version.name),
    names: {
      plural: String(names.plural),
      singular: String(names.singular),
      kind: String(names.kind),
      listKind: String(names.listKind),
      shortNames: strings(names.shortNames),
      categories: strings(names.categories),
    },
    isNamespaced: spec.scope === "Namespaced",
    nameRule: nameIsDns1123Subdomain,
    isCustom: true,
    schema: isStorage ? given.storage.schema : compile(spec, version, given),
    storage: given.storage,
    hasStatus: isJsonObject(subresources.status),
    ...(scale === undefined ? {} : { scale }),
    columns: objects(version.additionalPrinterColumns) as unknown as Column[],
    selectableFields: objects(version.selectableFields).map((field) => String(field.jsonPath)),
    strategy: {},
    verbs: ALL_VERBS,
    allowsUnconditionalUpdate: false,
    allowsCreateOnUpdate: false,
    countsGenerations: true,
    returnsDeleted: false,
  };
}

function storageOf(spec: JsonObject, version: JsonObject, settings: Settings): Resource["storage"] {
  const names = spec.names as JsonObject;
  const apiVersion = `${String(spec.group)}/${String(version.name)}`;
  const kind = String(names.kind);
  return {
    prefix: `/registry/${String(spec.group)}/${String(names.plural)}/`,
    apiVersion,
    kind,
    schema: compile(spec, version, settings),
    stamp: storageStamp({
      apiVersion,
      kind,
      schema: schemaOf(version),
      preserveUnknownFields: spec.preserveUnknownFields === true,
      semantics: settings.semantics,
    }),
  };
}

function compile(spec: JsonObject, version: JsonObject, { semantics, features }: Settings) {
  return compileSchema(schemaOf(version), {
    semantics,
    preserveUnknownFields: spec.preserveUnknownFields === true,
    features: { mutability: features.FieldMutability, unions: features.Unions },
  });
}

function schemaOf(version: JsonObject) {
  const json = isJsonObject(version.schema) ? getOwn(version.schema, "openAPIV3Schema") : undefined;
  return json === undefined ? undefined : parseJsonSchema(json).schema;
}

function isEstablished(crd: JsonObject): boolean {
  const status = isJsonObject(crd.status) ? crd.status : {};
  return objects(status.conditions).some((entry) => entry.type === "Established" && entry.status === "True");
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function strings(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
