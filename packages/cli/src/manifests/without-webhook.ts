import { asObject, type JsonObject } from "@kiln/api";

/** The CRD without its conversion webhook, which cannot be called offline. */
export function withoutWebhook(definition: JsonObject): JsonObject {
  const { conversion, ...others } = asObject(definition.spec);
  return asObject(conversion).strategy === "Webhook" ? { ...definition, spec: others } : definition;
}
