import { asText, type JsonObject } from "@kiln/api";
import { metadataOf } from "../../../write/write.ts";
import type { Declaration } from "../declaration.ts";
import { admissionTypes } from "./admission-types.ts";
import { validateWebhooks, type WebhookRules } from "./validate-webhooks.ts";

const STATIC_SUFFIX = ".static.k8s.io";

function warnOfStaticName(object: JsonObject): string[] {
  return asText(metadataOf(object).name).endsWith(STATIC_SUFFIX)
    ? [
        `metadata.name: names ending with "${STATIC_SUFFIX}" are reserved for static manifest-based configurations ` +
          "and cannot be managed via the API",
      ]
    : [];
}

function declare(resource: string, rules: WebhookRules): Declaration {
  return {
    resource,
    types: admissionTypes,
    metadataRules: { requiresQualifiedFinalizers: false, onUpdate: ["create"] },
    strategy: () => ({
      validateCreate: (object) => validateWebhooks(object, rules),
      validateUpdate: (object, old) => validateWebhooks(object, rules, old),
      warn: warnOfStaticName,
    }),
  };
}

// Conditions are judged once something can evaluate them.
const checkExpression = () => [];

export const webhookConfigurations: readonly Declaration[] = [
  declare("mutatingwebhookconfigurations.admissionregistration.k8s.io", { isMutating: true, checkExpression }),
  declare("validatingwebhookconfigurations.admissionregistration.k8s.io", { isMutating: false, checkExpression }),
];
