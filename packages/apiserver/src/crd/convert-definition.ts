import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";

export const DEFINITION_V1 = "apiextensions.k8s.io/v1";
export const DEFINITION_V1BETA1 = "apiextensions.k8s.io/v1beta1";

/**
 * Converts a decoded CRD to the other API version. The result shares parts with `object`, which must not be changed. A
 * CRD that is valid in v1beta1 is unchanged after conversion to v1 and back. Fields are in no order: decoding sorts
 * them.
 */
export function convertDefinition(object: JsonObject, apiVersion: string): JsonObject {
  if (object.apiVersion === apiVersion) {
    return object;
  }
  const spec = isJsonObject(object.spec) ? object.spec : {};
  return { ...object, apiVersion, spec: apiVersion === DEFINITION_V1 ? toV1(spec) : toV1beta1(spec) };
}

/** Per-version fields of v1, and their path in v1beta1 where all versions share them. */
const FEATURES: readonly (readonly [key: string, top: string])[] = [
  ["schema", "validation"],
  ["subresources", "subresources"],
  ["additionalPrinterColumns", "additionalPrinterColumns"],
  ["selectableFields", "selectableFields"],
];

function toV1({ version = "", versions, conversion, preserveUnknownFields, ...rest }: JsonObject): JsonObject {
  const tops = FEATURES.map(([key, top]) => [key, take(rest, top)] as const);
  const named = listOf(versions);
  // A v1beta1 CRD may have `version` and no `versions`.
  const all = named.length > 0 || version === "" ? named : [{ name: version, served: true, storage: true }];
  return {
    ...rest,
    versions: Array.isArray(versions) || all.length > 0 ? all.map((each) => withTops(each, tops)) : null,
    ...(isJsonObject(conversion) ? { conversion: nestWebhook(conversion) } : {}),
    ...(preserveUnknownFields === true ? { preserveUnknownFields } : {}),
  };
}

function withTops(version: JsonObject, tops: readonly (readonly [string, JsonValue | undefined])[]): JsonObject {
  const merged = { ...version };
  for (const [key, top] of tops) {
    if (top !== undefined) {
      setOwn(merged, key, top);
    }
  }
  return renameColumnPaths(merged, "JSONPath", "jsonPath");
}

function nestWebhook(conversion: JsonObject): JsonObject {
  const { webhookClientConfig, conversionReviewVersions, ...rest } = conversion;
  if (webhookClientConfig === undefined && conversionReviewVersions === undefined) {
    return rest;
  }
  const clientConfig = webhookClientConfig === undefined ? {} : { clientConfig: webhookClientConfig };
  return { ...rest, webhook: { ...clientConfig, conversionReviewVersions: conversionReviewVersions ?? null } };
}

function toV1beta1({ versions, conversion, preserveUnknownFields = false, ...rest }: JsonObject): JsonObject {
  const all = listOf(versions).map((each) => renameColumnPaths({ ...each }, "jsonPath", "JSONPath"));
  const [first] = all;
  const spec: JsonObject = {
    ...rest,
    ...(first === undefined ? {} : { version: first.name ?? "", versions: all }),
    ...(isJsonObject(conversion) ? { conversion: flattenWebhook(conversion) } : {}),
    preserveUnknownFields,
  };
  for (const [key, top] of FEATURES) {
    raiseShared(spec, all, { key, top });
  }
  return spec;
}

/** Moves a field that all versions share to the top of the spec. */
function raiseShared(
  spec: JsonObject,
  versions: readonly JsonObject[],
  { key, top }: { readonly key: string; readonly top: string },
): void {
  const [first] = versions;
  const shared = first === undefined ? undefined : getOwn(first, key);
  if (shared === undefined || !versions.every((version) => deepEqual(getOwn(version, key) ?? null, shared))) {
    return;
  }
  setOwn(spec, top, shared);
  for (const version of versions) {
    delete version[key];
  }
}

function flattenWebhook({ webhook, ...rest }: JsonObject): JsonObject {
  if (!isJsonObject(webhook)) {
    return rest;
  }
  const { clientConfig, conversionReviewVersions } = webhook;
  return {
    ...rest,
    ...(clientConfig === undefined ? {} : { webhookClientConfig: clientConfig }),
    ...(conversionReviewVersions === null ? {} : { conversionReviewVersions: conversionReviewVersions ?? [] }),
  };
}

/** Renames the path field of all columns of a version; the columns are copied. */
function renameColumnPaths(version: JsonObject, from: string, to: string): JsonObject {
  const columns = getOwn(version, "additionalPrinterColumns");
  if (Array.isArray(columns)) {
    version.additionalPrinterColumns = columns.map((column) => renameKey(column, from, to));
  }
  return version;
}

function renameKey(value: JsonValue, from: string, to: string): JsonValue {
  if (!isJsonObject(value) || value[from] === undefined) {
    return value;
  }
  const { [from]: moved = null, ...rest } = value;
  return { ...rest, [to]: moved };
}

/** Removes a field from the object and returns its value. */
function take(object: JsonObject, key: string): JsonValue | undefined {
  const value = getOwn(object, key);
  delete object[key];
  return value;
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
