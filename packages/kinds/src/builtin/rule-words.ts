import {
  asInteger,
  asObject,
  asText,
  checkCIdentifier,
  checkConfigMapKey,
  checkDns1035Label,
  checkHttpHeaderName,
  checkLabelValue,
  checkPathSegmentName,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  type JsonValue,
  type NameFaults,
  tooLong,
  tooMany,
  utf8Length,
  validateLabelSelector,
} from "@kiln/api";
import { identifyValue } from "@kiln/schema";
import { withGoStruct } from "../natives/print-go-struct.ts";
import {
  checkBetween,
  checkImmutable,
  checkLabel,
  checkNonNegative,
  checkPort,
  checkPositive,
  checkQualifiedName,
  checkSubdomain,
  checkSupported,
  checkText,
} from "./field-checks.ts";

/** Input of a check besides the value. */
export interface Scope<Given = unknown> {
  /** The same field of the stored object; absent on create and in lists. */
  readonly old?: JsonValue | undefined;
  /** Facts about the rest of the object, passed by the caller. */
  readonly given?: Given;
  /** Values of fields that are `unique` in the list that is walked, by rule. */
  readonly seen?: Map<object, Set<unknown>>;
}

/** Bivariant, so that a check of structs or strings may be used where the table declares the field as one. */
export type CheckValue<Given = unknown> = {
  check(value: JsonValue | undefined, path: FieldPath, scope: Scope<Given>): readonly FieldError[];
}["check"];

export interface RuleCheck {
  readonly check: CheckValue;
  /** Depends on the arguments alone: it may run twice, and its path is made for errors only. */
  readonly isPure: boolean;
}

/*
 * The words of a rule. Presence comes first:
 *
 * - `required`: an empty value is an error, and no other word applies; `required=TEXT` gives its detail. `present`
 *   is the same for pointers, of which an empty value goes on to the other words. `optional`: an empty value is fine.
 *   `pointer`: an absent value is fine, an empty text is not. With none of them the words apply to Go's zero value.
 *
 * Values:
 *
 * - `enum=A|B`, `count` (not negative), `positive`, `range=1..65535`; `min=1 TEXT` and `max=9 TEXT` with their own error.
 * - `maxBytes=64`, of texts; `maxItems=8`, of lists, whose items are checked all the same.
 * - `label`, `dns1035`, `subdomain`, `qualifiedName`, `labelValue`, `segment` (of a path), `identifier` (of C),
 *   `configMapKey`, `headerName`: formats of names. `port`: a number or a name.
 * - `selector`: a label selector.
 * - `forbidden=TEXT`: the field may not be set.
 * - `unique`: of an item or a field of structs in a list, that no item before has the value. `distinct` and
 *   `distinct=name` are words of the list, `a[]`: the same, with errors at the items and after all others of the list.
 * - `immutable`: on update, that the value is the stored one. `immutable=core/v1.Taint` prints it as that Go struct.
 */

const NAMES: Readonly<Record<string, (text: string) => NameFaults>> = {
  dns1035: checkDns1035Label,
  labelValue: checkLabelValue,
  segment: checkPathSegmentName,
  identifier: checkCIdentifier,
  configMapKey: checkConfigMapKey,
  headerName: checkHttpHeaderName,
};

const CHECKS: Readonly<Record<string, CheckValue>> = {
  label: checkLabel,
  subdomain: checkSubdomain,
  qualifiedName: checkQualifiedName,
  port: checkPort,
  count: checkNonNegative,
  positive: checkPositive,
  selector: (value, path) => validateLabelSelector(asObject(value), path),
};

const WITH_ARGUMENT: Readonly<Record<string, (argument: string) => CheckValue>> = {
  enum: (argument) => {
    const supported = argument.split("|");
    return (value, path) => checkSupported(value, path, supported);
  },
  range: (argument) => {
    const [min, max] = argument.split("..").map(Number) as [number, number];
    return (value, path) => checkBetween(value, path, [min, max]);
  },
  min: (argument) => {
    const { bound, why } = parseBound(argument);
    return (value, path) => (asInteger(value) < bound ? [invalid(path, asInteger(value), why)] : []);
  },
  max: (argument) => {
    const { bound, why } = parseBound(argument);
    return (value, path) => (asInteger(value) > bound ? [invalid(path, asInteger(value), why)] : []);
  },
  maxBytes: (argument) => (value, path) =>
    utf8Length(asText(value)) > Number(argument) ? [tooLong(path, Number(argument))] : [],
  maxItems: (argument) => (value, path) =>
    Array.isArray(value) && value.length > Number(argument) ? [tooMany(path, value.length, Number(argument))] : [],
  forbidden: (argument) => (value, path) => (value === undefined ? [] : [forbidden(path, argument)]),
  immutable: (argument) => (value, path, scope) =>
    checkKept(value, path, scope).map((error) => withGoStruct(error, argument)),
};

/** `1 must be positive` */
function parseBound(text: string): { readonly bound: number; readonly why: string } {
  const [number = ""] = text.split(" ", 1);
  return { bound: Number(number), why: text.slice(number.length + 1) };
}

/** Undefined for an unknown word. */
export function compileWord(word: string): RuleCheck | undefined {
  const at = word.indexOf("=");
  if (at >= 0) {
    const make = own(WITH_ARGUMENT, word.slice(0, at));
    return make === undefined ? undefined : { check: make(word.slice(at + 1)), isPure: true };
  }
  if (word === "unique") {
    return { check: checkRepeats({}), isPure: false };
  }
  const names = own(NAMES, word);
  const check = word === "immutable" ? checkKept : (own(CHECKS, word) ?? (names && ofNames(names)));
  return check === undefined ? undefined : { check, isPure: true };
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function ofNames(check: (text: string) => NameFaults): CheckValue {
  return (value, path) => checkText(value, path, check);
}

function checkKept(value: JsonValue | undefined, path: FieldPath, { old }: Scope): FieldError[] {
  return old === undefined ? [] : checkImmutable(value, old, path);
}

/** The values that come before in the list that is walked are kept for the rule. */
function checkRepeats(rule: object): CheckValue {
  return (value, path, { seen }) => {
    if (seen === undefined) {
      return [];
    }
    const values = seen.get(rule) ?? new Set();
    seen.set(rule, values);
    const given = value ?? "";
    return values.size === values.add(identifyValue(given)).size ? [duplicate(path, given)] : [];
  };
}

/** Go's zero value of a text, a list or a pointer. */
export function isEmpty(value: JsonValue | undefined): boolean {
  return (value ?? "") === "" || (Array.isArray(value) && value.length === 0);
}
