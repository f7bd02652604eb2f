import {
  appendAll,
  type FieldError,
  type FieldErrorReason,
  getOwn,
  isJsonObject,
  type JsonValue,
  printFieldError,
} from "@kiln/api";
import type { Check } from "./check.ts";
import { compileCheck } from "./compile-check.ts";
import { type Fault, fitReport, type KeyStyle, readFaults, toFieldError } from "./fault.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { ObjectCheck } from "./keyword.ts";
import { keywords } from "./keywords/index.ts";
import { type Correlation, correlate, correlateKey, tolerateUnchanged } from "./ratchet.ts";
import type { RuleTrail } from "./rule-trail.ts";
import { compileRules, type RuleCompiler, type RunRules } from "./rules.ts";
import type { Inspect } from "./walk-value.ts";

export interface ValidateOptions {
  /** Compiles `x-kubernetes-validations`; absent: rules are not run. */
  readonly rules?: RuleCompiler;
  /** Cost limit of all rules in one validation. */
  readonly ruleCostBudget?: number;
}

/**
 * Validates whole objects. Nothing throws, whatever JSON the values are; a valid object has an empty list of errors.
 */
export interface CompiledValidate {
  validate(value: JsonValue, around?: Around): FieldError[];
  /** Tolerates errors of unchanged values (KEP-4008). Both values must be of this version, pruned and defaulted. */
  validateUpdate(value: JsonValue, old: JsonValue, around?: Around): FieldError[];
  /** Validates an update of the status subresource: only the schema of `status` is checked, but all rules are run. */
  validateStatusUpdate(value: JsonValue, old: JsonValue, around?: Around): FieldError[];
}

/** Context of a validation. */
export interface Around {
  /** Errors found elsewhere, such as in the metadata: rules run only without any. Not part of the result. */
  readonly beside?: readonly FieldError[];
  /** Errors of other checks, which follow those of the schema: part of the result. */
  readonly afterSchema?: readonly FieldError[];
  /** Reports rules that fail but are tolerated, because the update did not change their values. */
  readonly warn?: (error: FieldError) => void;
  /** Allows interruptions: the validation then throws {@link RulesPaused} and must be repeated. */
  readonly trail?: RuleTrail;
}

/** Default limit of the cost of all rules together. */
export const DEFAULT_RULE_COST_BUDGET = 10_000_000;

/**
 * Compiles the validation of a version's objects, to be kept as long as its schema. The schema need not be structural.
 */
export function compileValidate(schema: JsonSchema, options: ValidateOptions = {}): CompiledValidate {
  const statusSchema = schema.properties?.get("status");
  const validator: Validator = {
    schema,
    check: compileCheck(schema),
    checkStatus: statusSchema === undefined ? undefined : compileLater(statusSchema),
    inspections: compileInspections(schema),
    runRules: options.rules === undefined ? undefined : compileRules(schema, options.rules),
    ruleCostBudget: options.ruleCostBudget ?? DEFAULT_RULE_COST_BUDGET,
  };
  return {
    validate: (value, around) =>
      isFlawless(validator, value) ? [...(around?.afterSchema ?? [])] : validateObject(validator, { ...around, value }),
    validateUpdate: (value, old, around) =>
      isFlawless(validator, value)
        ? [...(around?.afterSchema ?? [])]
        : validateObject(validator, { ...around, value, old }),
    validateStatusUpdate: (value, old, around) => validateStatus(validator, { ...around, value, old }),
  };
}

/** Compiles the check on first use: the status of many resources is never written. */
function compileLater(schema: JsonSchema): Check {
  let compiled: { readonly check: Check | undefined } | undefined;
  return (value, old) => {
    compiled ??= { check: compileCheck(schema) };
    return compiled.check?.(value, old);
  };
}

interface Inspection extends Omit<ObjectCheck, "compile"> {
  readonly inspect: Inspect;
}

function compileInspections(schema: JsonSchema): readonly Inspection[] {
  return keywords.flatMap(({ objects }) => {
    const inspect = objects?.compile(schema);
    return objects === undefined || inspect === undefined ? [] : [{ ...objects, inspect }];
  });
}

interface Validator {
  readonly schema: JsonSchema;
  readonly check: Check | undefined;
  readonly checkStatus: Check | undefined;
  readonly inspections: readonly Inspection[];
  readonly runRules: RunRules | undefined;
  readonly ruleCostBudget: number;
}

/** True if the value has no error, whatever the old value. The path of nearly all objects: allocates nothing. */
function isFlawless(validator: Validator, value: JsonValue): boolean {
  return (
    validator.runRules === undefined &&
    validator.check?.(value, undefined) === undefined &&
    passesInspections(validator.inspections, value)
  );
}

function passesInspections(inspections: readonly Inspection[], value: JsonValue): boolean {
  for (let i = 0; i < inspections.length; i++) {
    if (inspections[i]?.inspect(value) !== undefined) {
      return false;
    }
  }
  return true;
}

interface Subject extends Around {
  readonly value: JsonValue;
  readonly old?: JsonValue;
}

function validateObject(validator: Validator, subject: Subject): FieldError[] {
  const { value, old } = subject;
  const root = old === undefined ? undefined : correlate(validator.schema, value, old);
  const errors: FieldError[] = [];
  addErrors(errors, checkRatcheted(validator.check, value, root), { style: "dotted" });
  appendAll(errors, subject.afterSchema ?? []);
  for (const inspection of validator.inspections) {
    addErrors(errors, runInspection(inspection, subject), { style: "bracketed" });
  }
  return withRules(errors, validator, { ...subject, root });
}

function validateStatus(validator: Validator, subject: Subject & { readonly old: JsonValue }): FieldError[] {
  const { value, old } = subject;
  const root = correlate(validator.schema, value, old);
  const status = isJsonObject(value) ? getOwn(value, "status") : undefined;
  const errors: FieldError[] = [];
  if (status !== undefined) {
    addErrors(errors, checkRatcheted(validator.checkStatus, status, statusRoot(root)), {
      style: "dotted",
      under: "status",
    });
  }
  appendAll(errors, subject.afterSchema ?? []);
  for (const inspection of validator.inspections) {
    if (inspection.isForStatus) {
      addErrors(errors, runInspection(inspection, subject), { style: "bracketed" });
    }
  }
  return withRules(errors, validator, { ...subject, root });
}

/** Compares with the old value only if there are errors, since most updates have none. */
function checkRatcheted(
  check: Check | undefined,
  value: JsonValue,
  root: Correlation | undefined,
): Fault[] | undefined {
  const faults = check?.(value, undefined);
  if (faults === undefined || check === undefined || root === undefined) {
    return faults;
  }
  return tolerateUnchanged(check(value, root), root);
}

function runInspection({ inspect, isExcusedByOld }: Inspection, { value, old }: Subject): Fault[] | undefined {
  const faults = inspect(value);
  const isExcused = isExcusedByOld && faults !== undefined && old !== undefined && inspect(old) !== undefined;
  return isExcused ? undefined : faults;
}

/** The status as the root of a validation of its own. */
function statusRoot(object: Correlation): Correlation | undefined {
  const status = correlateKey(object, "status");
  return status === undefined ? undefined : { ...status, isRoot: true };
}

interface Printing {
  readonly style: KeyStyle;
  readonly under?: string;
}

/**
 * Appends the faults to `errors`. Kubernetes: an error found by two branches of a schema is reported once
 * (validation/validate/result.go AddErrors, v1.36).
 */
function addErrors(errors: FieldError[], faults: readonly Fault[] | undefined, { style, under = "" }: Printing): void {
  if (faults === undefined) {
    return;
  }
  const seen = new Set<string>();
  for (const fault of fitReport(readFaults(faults))) {
    const error = toFieldError(fault, style, under);
    const text = printFieldError(error);
    if (!seen.has(text)) {
      seen.add(text);
      errors.push(error);
    }
  }
}

/**
 * Reasons of errors that prevent rules from running: rules rely on valid types and on the sizes of their cost estimate.
 */
const BLOCKING_REASONS: ReadonlySet<FieldErrorReason> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

const RULES_SKIPPED: FieldError = {
  reason: "FieldValueInvalid",
  field: "<nil>",
  value: null,
  detail:
    "some validation rules were not checked because the object was invalid; " +
    "correct the existing errors to complete validation",
};

/** Runs the rules unless an error prevents them; appends their errors to `errors` and returns it. */
function withRules(
  errors: FieldError[],
  { runRules, ruleCostBudget }: Validator,
  { value, old, root, warn, trail, beside = [] }: Subject & { readonly root: Correlation | undefined },
): FieldError[] {
  if (runRules === undefined) {
    return errors;
  }
  if ([...beside, ...errors].some((error) => BLOCKING_REASONS.has(error.reason))) {
    errors.push(RULES_SKIPPED);
    return errors;
  }
  const { faults, warnings } = runRules({ trail, value, old, correlation: root, costBudget: ruleCostBudget });
  for (const fault of faults) {
    errors.push(toFieldError(fault, "bracketed"));
  }
  for (const fault of warn === undefined ? [] : warnings) {
    warn?.(toFieldError(fault, "bracketed"));
  }
  return errors;
}
