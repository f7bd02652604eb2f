import {
  asInteger,
  asObjects,
  asText,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  objectAt,
  quoteGo,
  required,
  tooLong,
  tooMany,
  utf8Length,
} from "@kiln/api";
import { checkNonNegative, checkQualifiedName, checkSupported } from "../field-checks.ts";
import { countIndexes } from "./job-indexes.ts";

const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;
const MAX_PATTERNS = 20;

/** Validation of the failure policy of a Job. */
export function validatePodFailurePolicy(spec: JsonObject, path: FieldPath): FieldError[] {
  const { containers, initContainers } = objectAt(spec, "template", "spec");
  const names = new Set([...asObjects(containers), ...asObjects(initContainers)].map(({ name }) => asText(name)));
  const rules = asObjects(objectAt(spec, "podFailurePolicy").rules);
  const at = path.child("rules");
  return [
    ...(rules.length > MAX_RULES ? [tooMany(at, rules.length, MAX_RULES)] : []),
    ...rules.flatMap((rule, i) => validateRule(rule, at.index(i), { spec, names })),
  ];
}

interface RuleSurroundings {
  readonly spec: JsonObject;
  readonly names: ReadonlySet<string>;
}

function validateRule(rule: JsonObject, path: FieldPath, { spec, names }: RuleSurroundings): FieldError[] {
  const { action, onExitCodes } = rule;
  const patterns = asObjects(rule.onPodConditions);
  const hasBoth = isJsonObject(onExitCodes) && patterns.length > 0;
  const hasNone = !isJsonObject(onExitCodes) && patterns.length === 0;
  return [
    ...checkAction(asText(action), path.child("action"), spec),
    ...(isJsonObject(onExitCodes) ? validateExitCodes(onExitCodes, path.child("onExitCodes"), names) : []),
    ...validatePatterns(patterns, path.child("onPodConditions")),
    ...(hasBoth ? [invalid(path, undefined, "specifying both OnExitCodes and OnPodConditions is not supported")] : []),
    ...(hasNone ? [invalid(path, undefined, "specifying one of OnExitCodes and OnPodConditions is required")] : []),
  ];
}

function checkAction(action: string, path: FieldPath, spec: JsonObject): FieldError[] {
  if (action === "FailIndex") {
    return spec.backoffLimitPerIndex === undefined
      ? [invalid(path, action, "requires the backoffLimitPerIndex to be set")]
      : [];
  }
  return checkChoice(action, path, ["Count", "FailIndex", "FailJob", "Ignore"]);
}

function checkChoice(text: string, path: FieldPath, choices: readonly string[]): FieldError[] {
  return text === ""
    ? [required(path, `valid values: [${choices.map(quoteGo).join(" ")}]`)]
    : checkSupported(text, path, choices);
}

function validatePatterns(patterns: readonly JsonObject[], path: FieldPath): FieldError[] {
  return [
    ...(patterns.length > MAX_PATTERNS ? [tooMany(path, patterns.length, MAX_PATTERNS)] : []),
    ...patterns.flatMap(({ type, status }, i) => [
      ...checkQualifiedName(type, path.index(i).child("type")),
      ...checkChoice(asText(status), path.index(i).child("status"), ["False", "True", "Unknown"]),
    ]),
  ];
}

function validateExitCodes(codes: JsonObject, path: FieldPath, names: ReadonlySet<string>): FieldError[] {
  const { operator, containerName } = codes;
  const values = Array.isArray(codes.values) ? codes.values.map((value) => Number(asInteger(value))) : [];
  const at = path.child("values");
  const isOrdered = values.every((value, i) => i === 0 || (values[i - 1] as number) <= value);
  const seen = new Set<number>();
  return [
    ...checkChoice(asText(operator), path.child("operator"), ["In", "NotIn"]),
    ...(containerName !== undefined && !names.has(asText(containerName))
      ? [
          invalid(
            path.child("containerName"),
            containerName,
            "must be one of the container or initContainer names in the pod template",
          ),
        ]
      : []),
    ...(values.length === 0 ? [invalid(at, null, "at least one value is required")] : []),
    ...(values.length > MAX_EXIT_CODES ? [tooMany(at, values.length, MAX_EXIT_CODES)] : []),
    ...values.flatMap((value, i) => {
      const isRepeat = seen.has(value);
      seen.add(value);
      return [
        ...(operator === "In" && value === 0 ? [invalid(at.index(i), value, "must not be 0 for the In operator")] : []),
        ...(isRepeat ? [duplicate(at.index(i), value)] : []),
      ];
    }),
    ...(isOrdered ? [] : [invalid(at, values, "must be ordered")]),
  ];
}

const MAX_INDEX_TEXT = 64 * 1024;

/** Validation of the success policy of a Job. */
export function validateSuccessPolicy(spec: JsonObject, path: FieldPath): FieldError[] {
  const rules = asObjects(objectAt(spec, "successPolicy").rules);
  const at = path.child("rules");
  const completions = Number(asInteger(spec.completions));
  return [
    ...(rules.length === 0
      ? [required(at, "at least one rules must be specified when the successPolicy is specified")]
      : []),
    ...(rules.length > MAX_RULES ? [tooMany(at, rules.length, MAX_RULES)] : []),
    ...rules.flatMap((rule, i) => validateSuccessRule(rule, at.index(i), completions)),
  ];
}

function validateSuccessRule(rule: JsonObject, path: FieldPath, completions: number): FieldError[] {
  const { succeededIndexes, succeededCount } = rule;
  if (succeededIndexes === undefined && succeededCount === undefined) {
    return [required(path, "at least one of succeededCount or succeededIndexes must be specified")];
  }
  const text = asText(succeededIndexes);
  const at = path.child("succeededIndexes");
  const { total, fault } = countIndexes(text, completions);
  const most = succeededIndexes === undefined ? undefined : total;
  return [
    ...(utf8Length(text) > MAX_INDEX_TEXT ? [tooLong(at, MAX_INDEX_TEXT)] : []),
    ...(fault === undefined ? [] : [invalid(at, text, `error parsing succeededIndexes: ${fault}`)]),
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
