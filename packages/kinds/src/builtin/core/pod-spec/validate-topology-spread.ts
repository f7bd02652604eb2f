import {
  asInteger,
  asObjects,
  asText,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  type JsonValue,
  validateLabelSelector,
} from "@kiln/api";
import { checkPositive } from "../../field-checks.ts";
import { fieldRules, type Scope } from "../../field-rules.ts";
import { NO_POD, type PodSurroundings } from "./pod-surroundings.ts";
import { validateMatchLabelKeys } from "./validate-match-label-keys.ts";

/** Validates topology spread constraints. */
export function validateTopologySpread(
  given: JsonValue,
  path: FieldPath,
  { given: pod = NO_POD }: Scope<PodSurroundings>,
): FieldError[] {
  const constraints = asObjects(given);
  const last = new Map(constraints.map((constraint, i) => [pairOf(constraint), i]));
  return constraints.flatMap((constraint, i) =>
    checkConstraint(constraint, path.index(i), { given: { isLast: last.get(pairOf(constraint)) === i, pod } }),
  );
}

interface SpreadSurroundings {
  /** True for the last constraint with its topology key and action. */
  readonly isLast: boolean;
  readonly pod: PodSurroundings;
}

const checkConstraint = fieldRules<SpreadSurroundings>(
  {
    maxSkew: "positive",
    topologyKey: "required=can not be empty",
    whenUnsatisfiable: "enum=DoNotSchedule|ScheduleAnyway",
  },
  (constraint, path, { given }) =>
    given?.isLast === true ? [] : [duplicate(path.child("{topologyKey, whenUnsatisfiable}"), pairOf(constraint))],
  checkMinDomains,
  { "nodeAffinityPolicy,nodeTaintsPolicy": "pointer;enum=Honor|Ignore" },
  validateMatchLabelKeys,
  { labelSelector: ["pointer", checkSelector] },
);

function checkSelector(selector: JsonObject, path: FieldPath, { given }: Scope<SpreadSurroundings>): FieldError[] {
  return given?.pod.leniency.allowsInvalidSpreadSelectors === true ? [] : validateLabelSelector(selector, path);
}

function pairOf({ topologyKey, whenUnsatisfiable }: JsonObject): string {
  return `{${asText(topologyKey)}, ${asText(whenUnsatisfiable)}}`;
}

function checkMinDomains({ minDomains, whenUnsatisfiable }: JsonObject, around: FieldPath): FieldError[] {
  if (minDomains === undefined) {
    return [];
  }
  const path = around.child("minDomains");
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
