import { isJsonObject, type JsonValue } from "@kiln/api";
import { parseTemplate, type TemplateNode } from "./parse-template.ts";
import { isTrue, printValue, TEMPLATE_FUNCTIONS, type TemplateFunction } from "./template-functions.ts";

export interface TemplateScope {
  readonly dot: JsonValue;
  readonly root: JsonValue;
  readonly variables: Variables;
  readonly functions: Readonly<Record<string, TemplateFunction>>;
}

/** Variables of a template block, linked to those of the enclosing block. */
interface Variables {
  readonly own: Map<string, JsonValue>;
  readonly outer: Variables | undefined;
}

function findVariable({ own, outer }: Variables, name: string): JsonValue {
  return own.has(name) ? (own.get(name) as JsonValue) : outer === undefined ? null : findVariable(outer, name);
}

/** Sets the innermost variable of that name. Throws an Error if there is none. */
function setVariable({ own, outer }: Variables, name: string, value: JsonValue): void {
  if (own.has(name)) {
    own.set(name, value);
  } else if (outer === undefined) {
    throw new Error(`template: undefined variable "${name}"`);
  } else {
    setVariable(outer, name, value);
  }
}

/** Runs a Go template on an object. Throws an Error for an unsupported action or function. */
export function runTemplate(text: string, root: JsonValue, functions: TemplateScope["functions"]): string {
  const all = { ...TEMPLATE_FUNCTIONS, ...functions };
  return runNodes(parseTemplate(text), {
    dot: root,
    root,
    variables: { own: new Map([["$", root]]), outer: undefined },
    functions: all,
  });
}

function runNodes(nodes: readonly TemplateNode[], scope: TemplateScope): string {
  return nodes.map((node) => runNode(node, scope)).join("");
}

function runNode(node: TemplateNode, scope: TemplateScope): string {
  switch (node.type) {
    case "text":
      return node.text;
    case "print":
      return printValue(evaluate(node.pipeline, scope));
    case "assign":
      assign(node, scope);
      return "";
    case "range":
      return runRange(node, scope);
    default: {
      const value = evaluate(node.pipeline, scope);
      const dot = node.type === "with" && isTrue(value) ? value : scope.dot;
      const variables = { own: new Map<string, JsonValue>(), outer: scope.variables };
      return runNodes(isTrue(value) ? node.body : node.otherwise, { ...scope, dot, variables });
    }
  }
}

function assign({ name, isNew, pipeline }: Extract<TemplateNode, { type: "assign" }>, scope: TemplateScope): void {
  const value = evaluate(pipeline, scope);
  isNew ? scope.variables.own.set(name, value) : setVariable(scope.variables, name, value);
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
      const own = new Map<string, JsonValue>();
      const [first, second] = names;
      if (second !== undefined) {
        own.set(first as string, key).set(second, item);
      } else if (first !== undefined) {
        own.set(first, item);
      }
      return runNodes(body, { ...scope, dot: item, variables: { own, outer: scope.variables } });
    })
    .join("");
}

const TOKEN = /"(?:[^"\\]|\\.)*"|`[^`]*`|\(|\)|\||[^\s()|]+/g;

/** Value of a pipeline: the result of each command is the last argument of the next one. */
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
  // A function name among the arguments is a call without arguments.
  const resolve = (word: string | { value: JsonValue }) =>
    typeof word !== "string" ? word.value : isCall(word) ? functionOf(word, scope)() : operand(word, scope);
  if (typeof first !== "string" || !isCall(first)) {
    return first === undefined ? null : resolve(first);
  }
  return functionOf(first, scope)(...rest.map(resolve), ...(piped === undefined ? [] : [piped]));
}

function isCall(word: string): boolean {
  return /^[A-Za-z_]\w*$/.test(word) && !["true", "false", "nil"].includes(word);
}

function functionOf(name: string, { functions }: TemplateScope): TemplateFunction {
  const run = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (run === undefined) {
    throw new Error(`template: function "${name}" not defined`);
  }
  return run;
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
  const start = variable === undefined ? dot : findVariable(variables, variable);
  return path
    .split(".")
    .filter((name) => name !== "")
    .reduce<JsonValue>((value, name) => (isJsonObject(value) ? (value[name] ?? null) : null), start);
}
