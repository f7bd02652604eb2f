import {
  asInteger,
  asText,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  validateLabelSelector,
} from "@kiln/api";
import { checkPositive } from "../../field-checks.ts";
import { fieldRules } from "../../field-rules.ts";
import type { PodLeniency } from "./pod-leniency.ts";
import { validateMatchLabelKeys } from "./validate-match-label-keys.ts";

const checkNumbers = fieldRules({
  maxSkew: "positive",
  topologyKey: "required=can not be empty",
  whenUnsatisfiable: "enum=DoNotSchedule|ScheduleAnyway",
});
const checkPolicies = fieldRules({ "nodeAffinityPolicy,nodeTaintsPolicy": "pointer;enum=Honor|Ignore" });

/** Validates topology spread constraints. */
export function validateTopologySpread(
  constraints: readonly JsonObject[],
  path: FieldPath,
  { allowsInvalidSpreadSelectors }: PodLeniency,
): FieldError[] {
  const last = new Map(constraints.map((constraint, i) => [pairOf(constraint), i]));
  return constraints.flatMap((constraint, i) => {
    const at = path.index(i);
    const { labelSelector } = constraint;
    return [
      ...checkNumbers(constraint, at),
      ...(last.get(pairOf(constraint)) === i
        ? []
        : [duplicate(at.child("{topologyKey, whenUnsatisfiable}"), pairOf(constraint))]),
      ...checkMinDomains(constraint, at.child("minDomains")),
      ...checkPolicies(constraint, at),
      ...validateMatchLabelKeys(constraint, at),
      ...(isJsonObject(labelSelector) && !allowsInvalidSpreadSelectors
        ? validateLabelSelector(labelSelector, at.child("labelSelector"))
        : []),
    ];
  });
}

function pairOf({ topologyKey, whenUnsatisfiable }: JsonObject): string {
  return `{${asText(topologyKey)}, ${asText(whenUnsatisfiable)}}`;
}

function checkMinDomains({ minDomains, whenUnsatisfiable }: JsonObject, path: FieldPath): FieldError[] {
  if (minDomains === undefined) {
    return [];
  }
  const when = asText(whenUnsatisfiable);
  return [
    ...checkPositive(minDomains, path),
    ...(when === "DoNotSchedule"
      ? []
      : [
          invalid(
            path,
            asInteger(minDomains),
            `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${when}`,
          ),
        ]),
  ];
}
