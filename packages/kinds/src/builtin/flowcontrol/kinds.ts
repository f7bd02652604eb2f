import type { FieldError, JsonObject } from "@kiln/api";
import type { MetadataRules } from "../../resource/resource.ts";
import type { Strategy } from "../../resource/strategy.ts";
import type { Declaration } from "../declaration.ts";
import { validateConditions, validateFlowSchema } from "./validate-flow-schema.ts";
import { validatePriorityLevel } from "./validate-priority-level.ts";

const metadataRules: MetadataRules = { requiresQualifiedFinalizers: true, onUpdate: ["create"] };

function judge(validate: (object: JsonObject) => FieldError[]): () => Strategy {
  return () => ({
    status: { keepsMetadata: true },
    validateCreate: validate,
    validateUpdate: (object, _old, subresource) =>
      subresource === "status" ? validateConditions(object) : validate(object),
  });
}

/** Returns a function that sets numeric fields of an object that are zero or absent to these numbers. */
function replaceZero(numbers: Readonly<Record<string, number>>): (object: JsonObject) => void {
  return (object) => {
    for (const [field, number] of Object.entries(numbers)) {
      object[field] = object[field] || number;
    }
  };
}

export const flowSchema: Declaration = {
  resource: "flowschemas.flowcontrol.apiserver.k8s.io",
  metadataRules,
  types: { "flowcontrol/v1.FlowSchemaSpec": { setDefaults: replaceZero({ matchingPrecedence: 1000 }) } },
  strategy: judge(validateFlowSchema),
};

export const priorityLevelConfiguration: Declaration = {
  resource: "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
  metadataRules,
  types: {
    "flowcontrol/v1.ExemptPriorityLevelConfiguration": {
      defaults: { nominalConcurrencyShares: 0, lendablePercent: 0 },
    },
    "flowcontrol/v1.LimitedPriorityLevelConfiguration": {
      defaults: { nominalConcurrencyShares: 30, lendablePercent: 0 },
    },
    "flowcontrol/v1.QueuingConfiguration": {
      setDefaults: replaceZero({ queues: 64, handSize: 8, queueLengthLimit: 50 }),
    },
  },
  strategy: judge(validatePriorityLevel),
};
