import {
  asInteger,
  asObjects,
  asText,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  quoteGo,
  required,
} from "@kiln/api";
import { checkNonNegative } from "../field-checks.ts";
import { fieldRules, type Scope } from "../field-rules.ts";
import { countIndexes } from "./job-indexes.ts";

/** The Job's spec, for rules about its policies. */
interface JobFacts {
  readonly spec: JsonObject;
  /** Names of all containers. */
  readonly names: ReadonlySet<string>;
}

const checkFailureRules = fieldRules<JobFacts>({
  "podFailurePolicy.rules": "maxItems=20",
  "podFailurePolicy.rules[]": [
    {
      action: [choice("Count|FailIndex|FailJob|Ignore"), checkAction],
      onExitCodes: [
        "pointer",
        { operator: choice("In|NotIn"), containerName: ["pointer", checkContainerName] },
        checkExitCodes,
      ],
      onPodConditions: "maxItems=20",
      "onPodConditions[]": { type: "qualifiedName", status: choice("False|True|Unknown") },
    },
    checkConditionKinds,
  ],
});

/** Validates the Pod failure policy of a Job. */
export function validatePodFailurePolicy(spec: JsonObject, path: FieldPath): FieldError[] {
  const { containers, initContainers } = objectAt(spec, "template", "spec");
  const names = new Set([...asObjects(containers), ...asObjects(initContainers)].map(({ name }) => asText(name)));
  return checkFailureRules(spec, path, { given: { spec, names } });
}

function choice(values: string): string {
  return `required=valid values: [${values.split("|").map(quoteGo).join(" ")}];enum=${values}`;
}

function checkAction(action: JsonValue | undefined, path: FieldPath, { given }: Scope<JobFacts>): FieldError[] {
  return action === "FailIndex" && given?.spec.backoffLimitPerIndex === undefined
    ? [invalid(path, action, "requires the backoffLimitPerIndex to be set")]
    : [];
}

function checkConditionKinds({ onExitCodes, onPodConditions }: JsonObject, path: FieldPath): FieldError[] {
  const [hasCodes, hasPatterns] = [isJsonObject(onExitCodes), asObjects(onPodConditions).length > 0];
  if (hasCodes !== hasPatterns) {
    return [];
  }
  const why = hasCodes
    ? "specifying both OnExitCodes and OnPodConditions is not supported"
    : "specifying one of OnExitCodes and OnPodConditions is required";
  return [invalid(path, undefined, why)];
}

function checkContainerName(name: string, path: FieldPath, { given }: Scope<JobFacts>): FieldError[] {
  const why = "must be one of the container or initContainer names in the pod template";
  return given?.names.has(name) ? [] : [invalid(path, name, why)];
}

const checkValues = fieldRules({ values: "maxItems=255" });
const checkRepeats = fieldRules({ "values[]": "unique" });
const checkFailing = fieldRules({ "values[]": [checkNotZero, "unique"] });

function checkNotZero(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  return Number(asInteger(value)) === 0 ? [invalid(path, 0, "must not be 0 for the In operator")] : [];
}

function checkExitCodes(codes: JsonObject, path: FieldPath): FieldError[] {
  const values = Array.isArray(codes.values) ? codes.values.map((value) => Number(asInteger(value))) : [];
  const isOrdered = values.every((value, i) => i === 0 || (values[i - 1] as number) <= value);
  const at = path.child("values");
  return [
    ...(values.length === 0 ? [invalid(at, null, "at least one value is required")] : []),
    ...checkValues(codes, path),
    ...(codes.operator === "In" ? checkFailing : checkRepeats)(codes, path),
    ...(isOrdered ? [] : [invalid(at, values, "must be ordered")]),
  ];
}

const checkSuccessRules = fieldRules<number>({
  "successPolicy.rules":
    "required=at least one rules must be specified when the successPolicy is specified;maxItems=20",
  "successPolicy.rules[]": validateSuccessRule,
});

/** Validates the success policy of a Job. */
export function validateSuccessPolicy(spec: JsonObject, path: FieldPath): FieldError[] {
  return checkSuccessRules(spec, path, { given: Number(asInteger(spec.completions)) });
}

const checkIndexes = fieldRules({ succeededIndexes: "maxBytes=65536" });

function validateSuccessRule(
  rule: JsonObject,
  path: FieldPath,
  { given: completions = 0 }: Scope<number>,
): FieldError[] {
  const { succeededIndexes, succeededCount } = rule;
  if (succeededIndexes === undefined && succeededCount === undefined) {
    return [required(path, "at least one of succeededCount or succeededIndexes must be specified")];
  }
  const text = asText(succeededIndexes);
  const { total, fault } = countIndexes(text, completions);
  const most = succeededIndexes === undefined ? undefined : total;
  return [
    ...checkIndexes(rule, path),
    ...(fault === undefined
      ? []
      : [invalid(path.child("succeededIndexes"), text, `error parsing succeededIndexes: ${fault}`)]),
    ...(succeededCount === undefined
      ? []
      : checkSucceeded(asInteger(succeededCount), path.child("succeededCount"), { completions, most })),
  ];
}

function checkSucceeded(
  count: number | bigint,
  path: FieldPath,
  { completions, most }: { readonly completions: number; readonly most: number | undefined },
): FieldError[] {
  const atMost = (limit: number, what: string) =>
    invalid(path, count, `must be less than or equal to ${limit} (the number of ${what})`);
  return [
    ...checkNonNegative(count, path),
    ...(count > completions ? [atMost(completions, "specified completions")] : []),
    ...(most !== undefined && count > most ? [atMost(most, "indexes in the specified succeededIndexes field")] : []),
  ];
}
