import { asText, type JsonObject, metadataOf } from "@kiln/api";
import { boolType } from "@kiln/cel";
import { type AdmissionExpressions, createAdmissionExpressions } from "../../expressions/admission-expressions.ts";
import { checkExpression } from "../../expressions/check-expression.ts";
import type { MetadataRules } from "../../resource/resource.ts";
import type { Strategy } from "../../resource/strategy.ts";
import type { Declaration } from "../declaration.ts";
import { admissionTypes } from "./admission-types.ts";
import { validatePolicy } from "./validate-policy.ts";
import { validatePolicyBinding } from "./validate-policy-binding.ts";
import { validateWebhooks } from "./validate-webhooks.ts";

/**
 * Kubernetes: finalizers of these kinds may have any name, and an update validates all metadata again
 * (apis/admissionregistration/validation/validation.go ValidateValidatingWebhookConfigurationUpdate, v1.36).
 */
const metadataRules: MetadataRules = { requiresQualifiedFinalizers: false, onUpdate: ["create"] };

const STATIC_SUFFIX = ".static.k8s.io";

function warnOfStaticName(object: JsonObject): string[] {
  return asText(metadataOf(object).name).endsWith(STATIC_SUFFIX)
    ? [
        `metadata.name: names ending with "${STATIC_SUFFIX}" are reserved for static manifest-based configurations ` +
          "and cannot be managed via the API",
      ]
    : [];
}

type Rules = Pick<Strategy, "validateCreate" | "validateUpdate" | "status">;

function webhookRules(isMutating: boolean, expressions: AdmissionExpressions): Rules {
  const use = { returns: [boolType], hasAuthorizer: true };
  const rules = {
    isMutating,
    checkExpression: (expression, path) => checkExpression(expressions, { expression, path, use }),
  } satisfies Parameters<typeof validateWebhooks>[1];
  return {
    validateCreate: (object) => validateWebhooks(object, rules),
    validateUpdate: (object, old) => validateWebhooks(object, rules, old),
  };
}

function policyRules(isMutating: boolean, expressions: AdmissionExpressions): Rules {
  return {
    status: { keepsMetadata: true, createsObject: true },
    validateCreate: (object) => validatePolicy(object, { isMutating, expressions }),
    validateUpdate: (object, old, subresource) =>
      subresource === "status" ? [] : validatePolicy(object, { isMutating, expressions }, old),
  };
}

function bindingRules(isMutating: boolean): Rules {
  const validate = (object: JsonObject) => validatePolicyBinding(object, { isMutating });
  return { validateCreate: validate, validateUpdate: validate };
}

/** Declares a kind with expressions. One CEL environment per server compiles all, created for the first expression. */
function declare(plural: string, rules: (expressions: AdmissionExpressions) => Rules): Declaration {
  return {
    resource: `${plural}.admissionregistration.k8s.io`,
    metadataRules,
    types: admissionTypes,
    strategy: () => ({ ...rules(createAdmissionExpressions()), warn: warnOfStaticName }),
  };
}

export const admissionKinds: readonly Declaration[] = [
  declare("mutatingwebhookconfigurations", (expressions) => webhookRules(true, expressions)),
  declare("validatingwebhookconfigurations", (expressions) => webhookRules(false, expressions)),
  declare("mutatingadmissionpolicies", (expressions) => policyRules(true, expressions)),
  declare("mutatingadmissionpolicybindings", () => bindingRules(true)),
  declare("validatingadmissionpolicies", (expressions) => policyRules(false, expressions)),
  declare("validatingadmissionpolicybindings", () => bindingRules(false)),
];
