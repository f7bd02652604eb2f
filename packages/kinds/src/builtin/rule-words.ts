import {
  asInteger,
  asNamedString,
  asObject,
  asText,
  checkCIdentifier,
  checkConfigMapKey,
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkHttpHeaderName,
  checkLabelKey,
  checkLabelValue,
  checkPathSegmentName,
  checkPortName,
  checkRelaxedEnvVarName,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  type JsonValue,
  type NameFaults,
  notSupported,
  parseQuantity,
  printQuantity,
  type Quantity,
  quantitySign,
  type StringMap,
  tooLong,
  tooMany,
  utf8Length,
  validateLabelSelector,
  validateLabels,
} from "@kiln/api";
import { withGoStruct } from "../go/print-go-struct.ts";
import { checkIp } from "./check-ip.ts";
import { checkBetween, checkImmutable, checkNonNegative, checkPort, checkPositive, checkText } from "./field-checks.ts";
import type { Frame, Scope } from "./rule-frame.ts";

/**
 * Declared as a method, so that its parameters are bivariant: a check of structs or strings fits a rule of any value.
 */
export type CheckValue<Given = unknown> = {
  check(value: JsonValue | undefined, path: FieldPath, scope: Scope<Given>): readonly FieldError[];
}["check"];

/** A word as functions. */
export type RuleWord =
  /** The error is made for an invalid value only. */
  | {
      readonly form: "test";
      readonly isValid: (value: JsonValue | undefined) => boolean;
      readonly report: (value: JsonValue | undefined, path: FieldPath) => readonly FieldError[];
    }
  /** Called twice for an invalid value: its path is made for errors only. */
  | { readonly form: "check"; readonly check: CheckValue }
  | {
      readonly form: "frame";
      readonly check: (value: JsonValue | undefined, frame: Frame, names: readonly string[]) => void;
    };

/*
 * The words of a rule. Presence comes first:
 *
 * - `required`: an empty value is an error, and no other word applies; `required=TEXT` gives its detail. `present`
 *   is the same for pointers, whose empty value is checked by the other words. `optional`: an empty value is fine.
 *   `pointer`: an absent value is fine, an empty text is not. With none of them the words apply to Go's zero value.
 *   `nonzero` and `zero` are `required` and `optional` for numbers.
 *
 * Values:
 *
 * - `enum=A|B`, of a named string type, `enumText=A|B`, of a string.
 * - `count` (not negative), `amount` (a quantity that is not negative), `positive`, `range=1..65535`; `min=1 TEXT` and
 *   `max=9 TEXT` with their own error.
 * - `maxBytes=64`, of texts; `maxItems=8`, of lists, whose items are checked all the same.
 * - `label`, `dns1035`, `subdomain`, `qualifiedName`, `labelValue`, `segment` (of a path), `identifier` (of C),
 *   `configMapKey`, `headerName`, `portName`, `variableName`: formats of names. `port`: a number or a name.
 * - `selector`: a label selector. `labels`: a map of labels. `ip`: an address.
 * - `forbidden=TEXT`: the field may not be set; `refused=TEXT` is the same with an error of its value.
 * - `unique`: of an item or a field of structs in a list, that no item before has the value. `distinct` and
 *   `distinct=name` are words of the list, `a[]`: the same, with errors at the items and after all others of the list.
 * - `valid`: the words behind it apply to a value without an error of those before.
 * - `immutable`: on update, that the value is the stored one. `immutable=core/v1.Taint` prints it as that Go struct.
 *
 * Of fields that exclude each other, `a|b`, with errors at the struct: `atLeastOne=TEXT` and `exactlyOne=TEXT` (Required),
 * `atMostOne=TEXT` (Forbidden). With `core/v1.PodResourceClaim: TEXT` the error is Invalid and prints that Go struct.
 */

/** Formats of names. */
const NAMES: Readonly<Record<string, (text: string) => NameFaults>> = {
  label: checkDns1123Label,
  dns1035: checkDns1035Label,
  subdomain: checkDns1123Subdomain,
  qualifiedName: checkLabelKey,
  labelValue: checkLabelValue,
  segment: checkPathSegmentName,
  identifier: checkCIdentifier,
  configMapKey: checkConfigMapKey,
  headerName: checkHttpHeaderName,
  portName: checkPortName,
  variableName: checkRelaxedEnvVarName,
};

const WORDS: Readonly<Record<string, RuleWord>> = {
  count: ofNumbers((number) => number >= 0, checkNonNegative),
  positive: ofNumbers((number) => number > 0, checkPositive),
  port: { form: "check", check: checkPort },
  selector: { form: "check", check: (value, path) => validateLabelSelector(asObject(value), path) },
  labels: { form: "check", check: (value, path) => validateLabels(value as StringMap | undefined, path) },
  amount: {
    form: "test",
    isValid: (value) => !isNegative(value),
    report: (value, path) => [invalid(path, printAmount(value), "must be greater than or equal to 0")],
  },
  ip: { form: "check", check: (value, path) => checkIp(value, path) },
  immutable: { form: "check", check: checkKept },
};

function ofChoice(
  argument: string,
  report: (path: FieldPath, text: string, choices: readonly string[]) => FieldError,
): RuleWord {
  const supported = argument.split("|");
  return {
    form: "test",
    isValid: (value) => supported.includes(asText(value)),
    report: (value, path) => [report(path, asText(value), supported)],
  };
}

const WITH_ARGUMENT: Readonly<Record<string, (argument: string) => RuleWord>> = {
  enum: (argument) => ofChoice(argument, (path, text, choices) => asNamedString(notSupported(path, text, choices))),
  enumText: (argument) => ofChoice(argument, notSupported),
  range: (argument) => {
    const [min, max] = argument.split("..").map(Number) as [number, number];
    return ofNumbers(
      (number) => number >= min && number <= max,
      (value, path) => checkBetween(value, path, [min, max]),
    );
  },
  min: (argument) => {
    const { bound, why } = parseBound(argument);
    return ofNumbers(
      (number) => number >= bound,
      (value, path) => [invalid(path, asInteger(value), why)],
    );
  },
  max: (argument) => {
    const { bound, why } = parseBound(argument);
    return ofNumbers(
      (number) => number <= bound,
      (value, path) => [invalid(path, asInteger(value), why)],
    );
  },
  maxBytes: (argument) => ({
    form: "test",
    isValid: (value) => utf8Length(asText(value)) <= Number(argument),
    report: (_, path) => [tooLong(path, Number(argument))],
  }),
  maxItems: (argument) => ({
    form: "test",
    isValid: (value) => !Array.isArray(value) || value.length <= Number(argument),
    report: (value, path) => [tooMany(path, (value as JsonValue[]).length, Number(argument))],
  }),
  forbidden: (argument) => ({
    form: "test",
    isValid: (value) => value === undefined,
    report: (_, path) => [forbidden(path, argument)],
  }),
  refused: (argument) => ({
    form: "test",
    isValid: (value) => value === undefined,
    report: (value, path) => [invalid(path, value, argument)],
  }),
  immutable: (argument) => ({
    form: "check",
    check: (value, path, scope) => checkKept(value, path, scope).map((error) => withGoStruct(error, argument)),
  }),
};

type Report = Extract<RuleWord, { readonly form: "test" }>["report"];

function ofNumbers(isValid: (number: number | bigint) => boolean, report: Report): RuleWord {
  return { form: "test", isValid: (value) => isValid(asInteger(value)), report };
}

function ofNames(check: (text: string) => NameFaults): RuleWord {
  return {
    form: "test",
    isValid: (value) => check(asText(value)).length === 0,
    report: (value, path) => checkText(value, path, check),
  };
}

/** Bound and error text of a word such as `min=1 must be positive`. */
function parseBound(text: string): { readonly bound: number; readonly why: string } {
  const [number = ""] = text.split(" ", 1);
  return { bound: Number(number), why: text.slice(number.length + 1) };
}

/** Compiles one word of a rule, such as `unique` or `min=1`; undefined for an unknown word. */
export function compileWord(word: string): RuleWord | undefined {
  const at = word.indexOf("=");
  if (at >= 0) {
    return own(WITH_ARGUMENT, word.slice(0, at))?.(word.slice(at + 1));
  }
  if (word === "unique") {
    return { form: "frame", check: checkRepeats({}) };
  }
  const names = own(NAMES, word);
  return names === undefined ? own(WORDS, word) : ofNames(names);
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function checkKept(value: JsonValue | undefined, path: FieldPath, { old }: Scope): FieldError[] {
  return old === undefined ? [] : checkImmutable(value, old, path);
}

function checkRepeats(rule: object) {
  return (value: JsonValue | undefined, frame: Frame, names: readonly string[]): void => {
    const given = value ?? "";
    if (frame.isRepeat(rule, given)) {
      frame.errors.push(duplicate(frame.pathTo(names), given));
    }
  };
}

function isNegative(value: JsonValue | undefined): boolean {
  const amount = parseQuantity(String(value)).value;
  return amount !== undefined && quantitySign(amount) < 0;
}

function printAmount(value: JsonValue | undefined): string {
  return printQuantity(parseQuantity(String(value)).value as Quantity);
}

export function isAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null;
}

/** Whether a value is Go's zero value of a string, list or pointer. */
export function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

export function isZero(value: JsonValue | undefined): boolean {
  return Number(asInteger(value)) === 0;
}
