import { escapeName, type JsonSchema } from "@kiln/schema";

/** The text of a CEL expression for a value of an object, which may be absent. */
export interface CelValue {
  readonly text: string;
  /** The expression gives an optional: none if the value is absent. */
  readonly isOptional: boolean;
  /** The value may be null or of any kind although the expressions need a map or a list: they must look first. */
  readonly mayBeOther: boolean;
  /** Fields are those of a declared type, under the names that rules use; otherwise of a map, under any name. */
  readonly isTyped: boolean;
}

/** `object` and `oldObject` of a policy: plain JSON, whose type nobody knows. */
export function policyValue(text: string): CelValue {
  return { text, isOptional: false, mayBeOther: false, isTyped: false };
}

/** `self` and `oldSelf` of a rule in a schema. */
export function ruleValue(text: string, options: { readonly isOptional: boolean } = { isOptional: false }): CelValue {
  return { text, isOptional: options.isOptional, mayBeOther: false, isTyped: true };
}

/** A value that is bound to a variable: it is there. */
export function boundValue(text: string, schema: JsonSchema | undefined, holder: CelValue): CelValue {
  return { text, isOptional: false, mayBeOther: mayBeOther(schema, holder), isTyped: holder.isTyped };
}

/** The same, but an optional. */
export function optionalValue(text: string, schema: JsonSchema | undefined, holder: CelValue): CelValue {
  return { ...boundValue(text, schema, holder), isOptional: true };
}

/** Rules see no null: where a schema allows one, the value counts as absent for them. */
function mayBeOther(schema: JsonSchema | undefined, { isTyped }: CelValue): boolean {
  return !isTyped && (schema?.type === undefined || schema.nullable === true);
}

/** A field of a value; none if the value is no object or does not have it. */
export function fieldOf(value: CelValue, name: string, schema: JsonSchema | undefined): CelValue {
  const isMap = (variable: string) => `type(${variable}) == map ? ${variable}${select(name, value)} : optional.none()`;
  const text = !value.mayBeOther
    ? `${value.text}${select(name, value)}`
    : value.isOptional
      ? `${value.text}.optFlatMap(v, ${isMap("v")})`
      : `(${isMap(value.text)})`;
  return optionalValue(text, schema, value);
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;

function select(name: string, { isTyped }: CelValue): string {
  if (isTyped) {
    return `.?${escapeName(name) ?? name}`;
  }
  return IDENTIFIER.test(name) && escapeName(name) === name ? `.?${name}` : `[?${quote(name)}]`;
}

/** What is absent, null or of another kind is an empty list. */
export function asList(value: CelValue): string {
  return asKind(value, "list", "[]");
}

/** What is absent, null or of another kind is an empty map. */
export function asMap(value: CelValue): string {
  return asKind(value, "map", "{}");
}

function asKind({ text, isOptional, mayBeOther: looks }: CelValue, kind: "list" | "map", empty: string): string {
  if (!isOptional) {
    return looks ? `(type(${text}) == ${kind} ? ${text} : ${empty})` : text;
  }
  const found = looks ? `${text}.optFlatMap(v, type(v) == ${kind} ? optional.of(v) : optional.none())` : text;
  return `${found}.orValue(${empty})`;
}

/** Null counts as not set. */
export function isSet(value: CelValue, member: string, schema: JsonSchema | undefined): string {
  const field = fieldOf(value, member, schema);
  return value.isTyped ? `${field.text}.hasValue()` : `${field.text}.orValue(null) != null`;
}

/** A CEL string literal: those of JSON are such. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** Gives a value a name inside an expression: the language has no other way that every cluster knows. */
export function bind(name: string, value: string, body: string): string {
  return `[${value}].map(${name}, ${body})[0]`;
}
