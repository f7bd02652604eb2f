import { isJsonObject, type JsonValue } from "@kiln/api";

/**
 * Compiled query: returns all values at a path such as `.status.conditions.[] | select( .type == "Ready" ) | .status`.
 */
export type Query = (root: JsonValue) => JsonValue[];

/** Parses the subset of jq that KWOK's stages use. Throws an Error that names the unsupported part. */
export function parseQuery(text: string): Query {
  const stages = splitPipes(text).map((part) => parsePart(part.trim()));
  return (root) =>
    stages.reduce<JsonValue[]>((values, stage) => values.flatMap(stage), [root]).filter((one) => one !== null);
}

/** Splits at `|` outside of parentheses and quotes. */
function splitPipes(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (const [i, char] of [...text].entries()) {
    isQuoted = char === '"' ? !isQuoted : isQuoted;
    depth += isQuoted ? 0 : char === "(" ? 1 : char === ")" ? -1 : 0;
    if (char === "|" && depth === 0 && !isQuoted) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function parsePart(part: string): (value: JsonValue) => JsonValue[] {
  const [, condition] = /^select\s*\((.*)\)$/s.exec(part) ?? [];
  if (condition !== undefined) {
    const holds = parseCondition(condition.trim());
    return (value) => (holds(value) ? [value] : []);
  }
  const steps = parsePath(part);
  return (value) => steps.reduce<JsonValue[]>((values, step) => values.flatMap(step), [value]);
}

function parseCondition(text: string): (value: JsonValue) => boolean {
  const [, path = "", operator = "", literal = ""] = /^(.+?)\s*(==|!=)\s*(.+)$/s.exec(text) ?? [];
  if (path === "") {
    const steps = parsePart(text);
    return (value) => steps(value).some((one) => one !== null && one !== false);
  }
  const steps = parsePart(path);
  const wanted = JSON.parse(literal) as JsonValue;
  return (value) => steps(value).some((one) => one === wanted) === (operator === "==");
}

type PathStep = (value: JsonValue) => JsonValue[];

const STEP = /^\.?(?:\["([^"]*)"\]|\[(\d+)\]|\[\]|([A-Za-z_][\w-]*)|(?=$))\??/;

function parsePath(text: string): PathStep[] {
  const steps: PathStep[] = [];
  for (let rest = text.trim(); rest !== "" && rest !== "."; ) {
    const match = STEP.exec(rest);
    if (match === null || match[0] === "") {
      throw new Error(`path "${text}" is not understood at "${rest}"`);
    }
    const [all, quoted, index, name] = match;
    const key = quoted ?? name;
    steps.push(
      key !== undefined
        ? (value) => (isJsonObject(value) && value[key] !== undefined ? [value[key] as JsonValue] : [])
        : index !== undefined
          ? (value) =>
              Array.isArray(value) && value[Number(index)] !== undefined ? [value[Number(index)] as JsonValue] : []
          : (value) => (Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : []),
    );
    rest = rest.slice(all.length);
  }
  return steps;
}
