import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { asDefinition, storageVersionOf } from "@kiln/kinds";

/** Sets the defaults that Kubernetes sets when it decodes a CRD, from a client or from the store. */
export function defaultDefinition(object: JsonObject): void {
  const spec = object.spec as JsonObject;
  defaultNames(spec.names as JsonObject);
  defaultConversion(spec);
  defaultStoredVersions(object);
}

/** Sets the defaults of a v1beta1 CRD, which has more optional fields. */
export function defaultDefinitionV1beta1(object: JsonObject): void {
  const spec = object.spec as JsonObject;
  if (spec.scope === "") {
    spec.scope = "Namespaced";
  }
  defaultNames(spec.names as JsonObject);
  defaultVersions(spec);
  defaultConversionV1beta1(spec);
  spec.preserveUnknownFields ??= true;
  defaultStoredVersions(object);
}

/** Sets `versions` from `version`, and `version` from `versions`. */
function defaultVersions(spec: JsonObject): void {
  const versions = Array.isArray(spec.versions) ? spec.versions : [];
  const [first] = versions;
  if (first === undefined && spec.version !== undefined) {
    spec.versions = [{ name: spec.version, served: true, storage: true }];
  } else if (spec.version === undefined && isJsonObject(first) && first.name !== undefined) {
    spec.version = first.name;
  }
}

function defaultConversionV1beta1(spec: JsonObject): void {
  spec.conversion ??= { strategy: "None" };
  const { conversion } = spec;
  if (!isJsonObject(conversion)) {
    return;
  }
  if (conversion.strategy === "Webhook" && conversion.conversionReviewVersions === undefined) {
    conversion.conversionReviewVersions = ["v1beta1"];
  }
  defaultPort(conversion.webhookClientConfig);
}

/** Sets an empty status.storedVersions to the storage version. */
function defaultStoredVersions(object: JsonObject): void {
  const status = object.status as JsonObject;
  const storage = storageVersionOf(asDefinition(object).spec);
  if (storage !== undefined && isEmptyList(status.storedVersions)) {
    status.storedVersions = [storage.name];
  }
}

/** Sets singular and listKind from kind. */
function defaultNames(names: JsonObject): void {
  const kind = String(names.kind);
  if (kind !== "") {
    names.singular ??= kind.toLowerCase();
    names.listKind ??= `${kind}List`;
  }
}

function defaultConversion(spec: JsonObject): void {
  spec.conversion ??= { strategy: "None" };
  const { conversion } = spec;
  const webhook = isJsonObject(conversion) ? conversion.webhook : undefined;
  if (!isJsonObject(conversion) || !isJsonObject(webhook)) {
    return;
  }
  const config = webhook.clientConfig;
  defaultPort(config);
  // Kubernetes: the internal CRD has no object around the two fields, so an empty one is dropped
  // (apiextensions/v1/conversion.go Convert_v1_CustomResourceConversion_To_apiextensions_CustomResourceConversion,
  // v1.36).
  if (config === undefined && webhook.conversionReviewVersions === null) {
    delete conversion.webhook;
  }
}

/** Sets the port of the webhook's service. */
function defaultPort(config: JsonValue | undefined): void {
  if (isJsonObject(config) && isJsonObject(config.service)) {
    config.service.port ??= 443;
  }
}

function isEmptyList(value: unknown): boolean {
  return !Array.isArray(value) || value.length === 0;
}
