import type { JsonValue } from "@kiln/api";
import { allOfChecks, type Check, type CompileContext, EVERY_KIND, firstOfChecks, type Kind, kindOf } from "./check.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Keyword } from "./keyword.ts";
import { shortcutOf } from "./keyword-shortcut.ts";
import { valueKeywords } from "./keywords/index.ts";
import { deepestFirst } from "./subschemas.ts";

/**
 * Compiles a schema into one check, undefined if no value can fail it. A schema used twice is compiled once. Checks for
 * values of a type that the schema does not expect are compiled when such a value comes.
 */
export function compileCheck(root: JsonSchema): Check | undefined {
  const known = new Map<JsonSchema, Check | undefined>();
  const context: CompileContext = {
    compileSchema(schema) {
      const check = known.get(schema);
      if (check !== undefined || known.has(schema)) {
        return check;
      }
      const compiled = compileNode(schema, context);
      known.set(schema, compiled);
      return compiled;
    },
    shortcutOf,
  };
  // Subschemas are compiled first, so that deep schemas do not overflow the stack.
  for (const schema of deepestFirst(root)) {
    context.compileSchema(schema);
  }
  return known.get(root);
}

function compileNode(schema: JsonSchema, context: CompileContext): Check | undefined {
  const any = compileAnyKind(schema, context);
  if (schema.intOrString === true) {
    return any;
  }
  switch (schema.type) {
    case "string":
      return stringCheck(compileKind(schema, "string", context), any);
    case "object":
      return objectCheck(compileKind(schema, "object", context), any);
    case "array":
      return arrayCheck(compileKind(schema, "array", context), any);
    case "boolean":
      return booleanCheck(compileKind(schema, "boolean", context), any);
    case "integer":
      return integerCheck(compileKind(schema, "integer", context), any);
    case "number":
      return numberCheck(compileKind(schema, "integer", context), compileKind(schema, "number", context), any);
    default:
      return EVERY_KIND.every((kind) => compileKind(schema, kind, context) === undefined) ? undefined : any;
  }
}

/**
 * Check that dispatches a value by its kind. Correct for every schema; the other checks are faster for the kind that
 * the schema expects.
 */
function compileAnyKind(schema: JsonSchema, context: CompileContext): Check {
  const byKind = new Map<Kind, Check | undefined>();
  return (value, old) => {
    const kind = kindOf(value);
    if (!byKind.has(kind)) {
      byKind.set(kind, compileKind(schema, kind, context));
    }
    return byKind.get(kind)?.(value, old);
  };
}

/** The keywords that validate values of each kind, in the order of their errors. */
const KEYWORDS_OF: ReadonlyMap<Kind, readonly (readonly Keyword[])[]> = new Map(
  EVERY_KIND.map((kind) => [
    kind,
    valueKeywords.filter((group) => group.some(({ values }) => values?.kinds.includes(kind))),
  ]),
);

function compileKind(schema: JsonSchema, kind: Kind, context: CompileContext): Check | undefined {
  const checks: Check[] = [];
  for (const group of KEYWORDS_OF.get(kind) ?? []) {
    const [only] = group;
    const check =
      group.length === 1
        ? only?.values?.compile(schema, kind, context)
        : firstOfChecks(group.map(({ values }) => values?.compile(schema, kind, context)).filter(isCheck));
    if (check !== undefined) {
      checks.push(check);
    }
  }
  return allOfChecks(checks);
}

function isCheck(check: Check | undefined): check is Check {
  return check !== undefined;
}

function stringCheck(check: Check | undefined, any: Check): Check {
  if (check === undefined) {
    return (value, old) => (typeof value === "string" ? undefined : any(value, old));
  }
  return (value, old) => (typeof value === "string" ? check(value, old) : any(value, old));
}

function booleanCheck(check: Check | undefined, any: Check): Check {
  return check === undefined ? (value, old) => (typeof value === "boolean" ? undefined : any(value, old)) : any;
}

function integerCheck(check: Check | undefined, any: Check): Check {
  if (check === undefined) {
    return (value, old) => (Number.isSafeInteger(value) ? undefined : any(value, old));
  }
  return (value, old) => (Number.isSafeInteger(value) ? check(value, old) : any(value, old));
}

function numberCheck(integer: Check | undefined, float: Check | undefined, any: Check): Check {
  if (integer === undefined && float === undefined) {
    return (value, old) => (typeof value === "number" ? undefined : any(value, old));
  }
  return any;
}

function objectCheck(check: Check | undefined, any: Check): Check {
  if (check === undefined) {
    return (value, old) => (isObject(value) ? undefined : any(value, old));
  }
  return (value, old) => (isObject(value) ? check(value, old) : any(value, old));
}

function arrayCheck(check: Check | undefined, any: Check): Check {
  if (check === undefined) {
    return (value, old) => (Array.isArray(value) ? undefined : any(value, old));
  }
  return (value, old) => (Array.isArray(value) ? check(value, old) : any(value, old));
}

function isObject(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
