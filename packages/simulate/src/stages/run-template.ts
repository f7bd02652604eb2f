import { isJsonObject, type JsonValue, printYaml } from "@kiln/api";
import { parseTemplate, type TemplateNode } from "./parse-template.ts";

export type TemplateFunction = (...values: JsonValue[]) => JsonValue;

export interface TemplateScope {
  readonly dot: JsonValue;
  readonly root: JsonValue;
  readonly variables: Map<string, JsonValue>;
  readonly functions: Readonly<Record<string, TemplateFunction>>;
}

/** Runs a Go template on an object. Throws an Error for an unknown action or function. */
export function runTemplate(text: string, root: JsonValue, functions: TemplateScope["functions"]): string {
  const all = { ...BUILT_IN, ...functions };
  return runNodes(parseTemplate(text), { dot: root, root, variables: new Map([["$", root]]), functions: all });
}

function runNodes(nodes: readonly TemplateNode[], scope: TemplateScope): string {
  return nodes.map((node) => runNode(node, scope)).join("");
}

function runNode(node: TemplateNode, scope: TemplateScope): string {
  switch (node.type) {
    case "text":
      return node.text;
    case "print":
      return print(evaluate(node.pipeline, scope));
    case "assign":
      scope.variables.set(node.name, evaluate(node.pipeline, scope));
      return "";
    case "range":
      return runRange(node, scope);
    default: {
      const value = evaluate(node.pipeline, scope);
      const inner = node.type === "with" && isTrue(value) ? { ...scope, dot: value } : scope;
      return runNodes(isTrue(value) ? node.body : node.otherwise, inner);
    }
  }
}

function runRange(
  { pipeline, names, body, otherwise }: Extract<TemplateNode, { type: "range" }>,
  scope: TemplateScope,
): string {
  const value = evaluate(pipeline, scope);
  const entries: [JsonValue, JsonValue][] = Array.isArray(value)
    ? value.map((item, i) => [i, item])
    : isJsonObject(value)
      ? Object.keys(value)
          .sort()
          .map((key) => [key, value[key] as JsonValue])
      : [];
  if (entries.length === 0) {
    return runNodes(otherwise, scope);
  }
  return entries
    .map(([key, item]) => {
      const variables = new Map(scope.variables);
      const [first, second] = names;
      if (second !== undefined) {
        variables.set(first as string, key).set(second, item);
      } else if (first !== undefined) {
        variables.set(first, item);
      }
      return runNodes(body, { ...scope, dot: item, variables });
    })
    .join("");
}

const TOKEN = /"(?:[^"\\]|\\.)*"|`[^`]*`|\(|\)|\||[^\s()|]+/g;

/** Of commands with `|` between them: the value of one is the last argument of the next. */
function evaluate(text: string, scope: TemplateScope): JsonValue {
  const tokens = text.match(TOKEN) ?? [];
  const { value, next } = evaluateTokens(tokens, 0, scope);
  if (next !== tokens.length) {
    throw new Error(`template: {{${text}}} is not understood at ${tokens[next] ?? "its end"}`);
  }
  return value;
}

function evaluateTokens(
  tokens: readonly string[],
  from: number,
  scope: TemplateScope,
): { value: JsonValue; next: number } {
  let words: (string | { value: JsonValue })[] = [];
  let piped: JsonValue | undefined;
  let i = from;
  for (; i < tokens.length && tokens[i] !== ")"; i++) {
    const token = tokens[i] as string;
    if (token === "(") {
      const inner = evaluateTokens(tokens, i + 1, scope);
      i = inner.next;
      words.push({ value: inner.value });
    } else if (token === "|") {
      piped = call(words, piped, scope);
      words = [];
    } else {
      words.push(token);
    }
  }
  return { value: call(words, piped, scope), next: i };
}

function call(
  words: readonly (string | { value: JsonValue })[],
  piped: JsonValue | undefined,
  scope: TemplateScope,
): JsonValue {
  const [first, ...rest] = words;
  const resolve = (word: string | { value: JsonValue }) =>
    typeof word === "string" ? operand(word, scope) : word.value;
  if (typeof first !== "string" || !/^[A-Za-z_]\w*$/.test(first) || ["true", "false", "nil"].includes(first)) {
    return first === undefined ? null : resolve(first);
  }
  const run = Object.hasOwn(scope.functions, first) ? scope.functions[first] : undefined;
  if (run === undefined) {
    throw new Error(`template: function "${first}" not defined`);
  }
  return run(...rest.map(resolve), ...(piped === undefined ? [] : [piped]));
}

function operand(word: string, { dot, variables }: TemplateScope): JsonValue {
  if (/^["`]/.test(word)) {
    return word.startsWith("`") ? word.slice(1, -1) : (JSON.parse(word) as string);
  }
  if (/^-?\d/.test(word)) {
    return Number(word);
  }
  if (word === "true" || word === "false" || word === "nil") {
    return word === "nil" ? null : word === "true";
  }
  const [, variable, path = ""] = /^(\$\w*)?((?:\.\w*)*)$/.exec(word) ?? [];
  const start = variable === undefined ? dot : (variables.get(variable) ?? null);
  return path
    .split(".")
    .filter((name) => name !== "")
    .reduce<JsonValue>((value, name) => (isJsonObject(value) ? (value[name] ?? null) : null), start);
}

export function isTrue(value: JsonValue): boolean {
  return !(
    value === null ||
    value === false ||
    value === 0 ||
    value === "" ||
    (Array.isArray(value) && value.length === 0) ||
    (isJsonObject(value) && Object.keys(value).length === 0)
  );
}

function print(value: JsonValue): string {
  return value === null ? "<no value>" : typeof value === "object" ? JSON.stringify(value) : String(value);
}

const BUILT_IN: Readonly<Record<string, TemplateFunction>> = {
  Quote: (value = null) => JSON.stringify(value === null ? "" : print(value)),
  YAML: (value = null, indent = 0) => {
    const pad = " ".repeat(2 * Number(indent));
    return printYaml(value).trimEnd().split("\n").join(`\n${pad}`);
  },
  and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1) ?? null,
  or: (...values) => values.find(isTrue) ?? values.at(-1) ?? null,
  not: (value = null) => !isTrue(value),
  eq: (first = null, ...others) => others.some((other) => other === first),
  ne: (first = null, second = null) => first !== second,
  lt: (first = 0, second = 0) => Number(first) < Number(second),
  gt: (first = 0, second = 0) => Number(first) > Number(second),
  len: (value = null) =>
    Array.isArray(value) || typeof value === "string" ? value.length : Object.keys(value ?? {}).length,
  index: (value = null, ...keys) =>
    keys.reduce<JsonValue>(
      (inner, key) =>
        Array.isArray(inner) ? (inner[Number(key)] ?? null) : isJsonObject(inner) ? (inner[String(key)] ?? null) : null,
      value,
    ),
  default: (fallback = null, value = null) => (isTrue(value) ? value : fallback),
  dict: (...pairs) =>
    Object.fromEntries(pairs.flatMap((key, i) => (i % 2 === 0 ? [[String(key), pairs[i + 1] ?? null]] : []))),
  printf: (format = "", ...values) => {
    let next = 0;
    return String(format).replace(/%[sdvq%]/g, (verb) =>
      verb === "%%"
        ? "%"
        : verb === "%q"
          ? JSON.stringify(print(values[next++] ?? null))
          : print(values[next++] ?? null),
    );
  },
};
