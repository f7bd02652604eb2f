import { compareGoStrings } from "../go/go-print.ts";
import type { Parsed } from "../value/parsed.ts";

/** Requirement about one field; `==` is parsed as `=`. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

/** Requirements that must all be met; an empty selector matches everything. */
export type FieldSelector = readonly FieldRequirement[];

/** Parses `spec.color=red,metadata.name!=a`. The resource determines which fields exist. Terms are sorted. */
export function parseFieldSelector(text: string): Parsed<FieldSelector> {
  const requirements: FieldRequirement[] = [];
  for (const term of splitTerms(text).sort(compareGoStrings)) {
    if (term === "") {
      continue;
    }
    const match = /^(.*?)(!=|==|=)(.*)$/s.exec(term);
    if (match === null) {
      return { error: `invalid selector: '${text}'; can't understand '${term}'` };
    }
    const [, field = "", operator, escaped = ""] = match;
    const value = unescapeValue(escaped);
    if (value.error !== undefined) {
      return value;
    }
    // Kubernetes: a term without field and value matches everything (apimachinery/pkg/fields/selector.go parseSelector,
    // v1.36).
    if (field === "" && value.value === "") {
      continue;
    }
    requirements.push({ field, operator: operator === "!=" ? "!=" : "=", value: value.value });
  }
  return { value: requirements };
}

/** Whether an object matches; `lookup` returns a field's value, where an absent field is empty. */
export function matchesFieldSelector(selector: FieldSelector, lookup: (field: string) => string | undefined): boolean {
  return selector.every(({ field, operator, value }) => ((lookup(field) ?? "") === value) === (operator === "="));
}

/** The only value that the selector allows for a field, if there is one: a list by name can then be a get. */
export function requiredFieldValue(selector: FieldSelector, field: string): string | undefined {
  return selector.find((requirement) => requirement.field === field && requirement.operator === "=")?.value;
}

/** Splits terms at commas; an escaped comma belongs to its term, with the backslash. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") {
      i++;
    } else if (text[i] === ",") {
      terms.push(text.slice(start, i));
      start = i + 1;
    }
  }
  terms.push(text.slice(start));
  return terms;
}

function unescapeValue(text: string): Parsed<string> {
  let value = "";
  const chars = text[Symbol.iterator]();
  for (const char of chars) {
    if (char === "\\") {
      const next = chars.next().value ?? "";
      if (!["\\", ",", "="].includes(next)) {
        return { error: `invalid field selector: invalid escape sequence: \\${next}` };
      }
      value += next;
    } else if (char === "," || char === "=") {
      // Kubernetes: prints the character as its number (apimachinery/pkg/fields/selector.go InvalidEscapeSequence,
      // v1.36).
      return { error: `invalid field selector: unescaped character in value: ${char.charCodeAt(0)}` };
    } else {
      value += char;
    }
  }
  return { value };
}
