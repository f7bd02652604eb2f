import { isJsonObject, type JsonObject } from "@kiln/api";
import { asDefinition, storageVersionOf } from "./definition.ts";

/** Changes a decoded definition: what Kubernetes fills in when it reads one, from a client or from the store. */
export function defaultDefinition(object: JsonObject): void {
  const spec = object.spec as JsonObject;
  defaultNames(spec.names as JsonObject);
  defaultConversion(spec);
  const status = object.status as JsonObject;
  const storage = storageVersionOf(asDefinition(object).spec);
  if (storage !== undefined && isEmptyList(status.storedVersions)) {
    status.storedVersions = [storage.name];
  }
}

/** Changes the names. */
function defaultNames(names: JsonObject): void {
  const kind = String(names.kind);
  if (kind !== "") {
    names.singular ??= kind.toLowerCase();
    names.listKind ??= `${kind}List`;
  }
}

/** Changes the spec. */
function defaultConversion(spec: JsonObject): void {
  spec.conversion ??= { strategy: "None" };
  const { conversion } = spec;
  const webhook = isJsonObject(conversion) ? conversion.webhook : undefined;
  if (!isJsonObject(conversion) || !isJsonObject(webhook)) {
    return;
  }
  const config = webhook.clientConfig;
  if (isJsonObject(config) && isJsonObject(config.service)) {
    config.service.port ??= 443;
  }
  // Kubernetes: its own form of a definition has no object around the two fields, so an empty one does not survive.
  if (config === undefined && webhook.conversionReviewVersions === null) {
    delete conversion.webhook;
  }
}

function isEmptyList(value: unknown): boolean {
  return !Array.isArray(value) || value.length === 0;
}
