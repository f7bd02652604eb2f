import { asObject, type JsonObject } from "@kiln/api";

/** The CRD without its conversion webhook: where a CRD is judged, nobody is there to be asked. */
export function withoutWebhook(definition: JsonObject): JsonObject {
  const { conversion, ...others } = asObject(definition.spec);
  return asObject(conversion).strategy === "Webhook" ? { ...definition, spec: others } : definition;
}
