import { encodeUtf8 } from "@kiln/api";
import type { CheckedExpression } from "../check/checked-expression.ts";
import type { Call, Expression } from "../parse/expression.ts";
import type { Issue } from "../parse/issues.ts";
import { elementAt, isList, listSize } from "../values/containers.ts";
import { type CelType, dynType } from "../values/type.ts";
import { CelError, type CelValue } from "../values/value.ts";
import { type Clause, formatClause, type Verb, verbRules } from "./format-clause.ts";

const endOfText = "unexpected end of string";

/** Implementation of `'…%s…'.format([…])`. */
export function formatText(format: CelValue, args: CelValue): CelValue {
  if (typeof format !== "string" || !isList(args)) {
    return new CelError("no such overload");
  }
  const size = listSize(args);
  return interpolate(format, (clause, index) => {
    if (index >= size) {
      return new CelError(`index ${index} out of range`);
    }
    return typeof clause === "string"
      ? new CelError(clause)
      : inFormatting(formatClause(clause, elementAt(args, index)));
  });
}

function inFormatting(text: string | CelError): string | CelError {
  return text instanceof CelError ? new CelError(`error during formatting: ${text.message}`) : text;
}

/**
 * Replaces the clauses of a format string.
 * @param apply - called with each clause, or the error of an invalid one, and the index of its argument
 */
function interpolate(
  format: string,
  apply: (clause: Clause | string, index: number) => string | CelError,
): string | CelError {
  let text = "";
  let index = 0;
  let at = 0;
  for (let percent = format.indexOf("%"); percent !== -1; percent = format.indexOf("%", at)) {
    text += format.slice(at, percent);
    if (format.charAt(percent + 1) === "%") {
      text += "%";
      at = percent + 2;
      continue;
    }
    const { clause, end } = readClause(format, percent + 1);
    const applied = apply(clause, index);
    if (applied instanceof CelError) {
      return applied;
    }
    text += applied;
    index += 1;
    at = end;
  }
  return text + format.slice(at);
}

function readClause(format: string, start: number): { readonly clause: Clause | string; readonly end: number } {
  const [, dot = "", digits = ""] = /^(\.?)(\d*)/.exec(format.slice(start)) ?? [];
  const end = dot === "" ? start : start + 1 + digits.length;
  if (start >= format.length) {
    return { clause: endOfText, end };
  }
  if (dot !== "" && end >= format.length) {
    return { clause: inPrecision("could not find end of precision specifier"), end };
  }
  if (dot !== "" && digits === "") {
    const reason = 'error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax';
    return { clause: inPrecision(reason), end };
  }
  const verb = format.charAt(end);
  if (!Object.hasOwn(verbRules, verb)) {
    return { clause: inClause(`unrecognized formatting clause ${printByte(format, end)}`), end };
  }
  return { clause: { verb: verb as Verb, precision: dot === "" ? undefined : Number(digits) }, end: end + 1 };
}

function inClause(message: string): string {
  return `could not parse formatting clause: ${message}`;
}

function inPrecision(message: string): string {
  return inClause(`error while parsing precision: ${message}`);
}

/** Go reads formats byte by byte, so an invalid verb is shown as a single byte. */
function printByte(format: string, at: number): string {
  const [byte = 0] = encodeUtf8(format.slice(at, at + 2));
  return `"${String.fromCharCode(byte)}"`;
}

/** Errors of a constant format with constant arguments. */
export function validateFormat(call: Call, checked: CheckedExpression): Issue[] {
  const format = call.target;
  const [list] = call.args;
  if (format?.kind !== "literal" || typeof format.value !== "string" || list?.kind !== "list") {
    return [];
  }
  const issues: Issue[] = [];
  let used = 0;
  const result = interpolate(format.value, (clause, index) => {
    const argument = list.elements[index];
    if (argument === undefined && clause !== endOfText) {
      return new CelError(`index ${index} out of range`);
    }
    if (argument === undefined || typeof clause === "string") {
      return new CelError(String(clause));
    }
    used = index + 1;
    const misfit = findMisfit(checked, clause, argument);
    if (misfit !== undefined) {
      issues.push(misfit);
    }
    return misfit === undefined ? "" : new CelError("");
  });
  if (issues.length > 0) {
    return issues;
  }
  if (result instanceof CelError) {
    return [{ offset: call.offset, message: result.message }];
  }
  return list.elements.length > used
    ? [
        {
          offset: call.offset,
          message: `too many arguments supplied to string.format (expected ${used}, got ${list.elements.length})`,
        },
      ]
    : [];
}

function findMisfit(checked: CheckedExpression, clause: Clause, argument: Expression): Issue | undefined {
  const rule = verbRules[clause.verb];
  const misfit =
    clause.verb === "s"
      ? findUnprintable(checked, argument)
      : isFit(checked, clause.verb, argument)
        ? undefined
        : argument;
  return misfit === undefined
    ? undefined
    : {
        offset: misfit.offset,
        message: `error during formatting: ${rule.complaint} ${typeAt(checked, misfit).name}`,
      };
}

function typeAt(checked: CheckedExpression, part: Expression): CelType {
  return checked.types[part.id] ?? dynType;
}

function isFit(checked: CheckedExpression, verb: Verb, part: Expression): boolean {
  const { kind } = typeAt(checked, part);
  return kind === "dyn" || verbRules[verb].kinds.includes(kind);
}

/** The first part of a literal that has no text form. */
function findUnprintable(checked: CheckedExpression, part: Expression): Expression | undefined {
  if (!isFit(checked, "s", part)) {
    return part;
  }
  const inner =
    part.kind === "list"
      ? part.elements
      : part.kind === "map"
        ? part.entries.flatMap((entry) => [entry.key, entry.value])
        : [];
  for (const member of inner) {
    const misfit = findUnprintable(checked, member);
    if (misfit !== undefined) {
      return misfit;
    }
  }
  return undefined;
}
