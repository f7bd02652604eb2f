import { escapeName, type JsonSchema } from "@kiln/schema";

/** CEL expression for a value in an object, which may be absent. */
export interface CelValue {
  readonly text: string;
  /** Whether the expression yields an optional, which is empty if the value is absent. */
  readonly isOptional: boolean;
  /** For a value that is not optional: the condition that it exists; undefined if it always does. */
  readonly presence?: string;
  /**
   * Whether the value may be null or of another type than the list or map that an expression needs, so that the
   * expression must check the type first.
   */
  readonly mayBeOther: boolean;
  /**
   * Whether fields are accessed by a declared type, under the names that rules use; otherwise as map entries, under any
   * name.
   */
  readonly isTyped: boolean;
}

/** `object` or `oldObject` of a policy: JSON of unknown type. */
export function policyValue(text: string): CelValue {
  return { text, isOptional: false, mayBeOther: false, isTyped: false };
}

/** `self` or `oldSelf` of a rule in a schema. */
export function ruleValue(text: string, options: { readonly isOptional: boolean } = { isOptional: false }): CelValue {
  return { text, isOptional: options.isOptional, mayBeOther: false, isTyped: true };
}

/** A value bound to a variable, so it exists. */
export function boundValue(text: string, schema: JsonSchema | undefined, holder: CelValue): CelValue {
  return { text, isOptional: false, mayBeOther: mayBeOther(schema, holder), isTyped: holder.isTyped };
}

/** A variable that holds a CEL optional of the value. */
export function optionalValue(text: string, schema: JsonSchema | undefined, holder: CelValue): CelValue {
  return { ...boundValue(text, schema, holder), isOptional: true };
}

/**
 * Whether the value may have another type. Rules never get null: where a schema allows it, the value counts as absent.
 */
function mayBeOther(schema: JsonSchema | undefined, { isTyped }: CelValue): boolean {
  return !isTyped && (schema?.type === undefined || schema.nullable === true);
}

/** A field of a value; absent if the value is no object or has no such field. */
export function fieldOf(value: CelValue, name: string, schema: JsonSchema | undefined): CelValue {
  if (value.isTyped && !value.isOptional) {
    // Kubernetes: a comparison of two optionals is estimated to cost more than any rule may (cel-go/checker/cost.go
    // functionCost, v1.36).
    const text = `${value.text}.${escapeName(name) ?? name}`;
    return { ...boundValue(text, schema, value), presence: both(value.presence, `has(${text})`) };
  }
  const isMap = (variable: string) => `type(${variable}) == map ? ${variable}${select(name, value)} : optional.none()`;
  const text = !value.mayBeOther
    ? `${value.text}${select(name, value)}`
    : value.isOptional
      ? `${value.text}.optFlatMap(v, ${isMap("v")})`
      : `(${isMap(value.text)})`;
  return optionalValue(text, schema, value);
}

function both(one: string | undefined, other: string): string {
  return one === undefined ? other : `${one} && ${other}`;
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;

function select(name: string, { isTyped }: CelValue): string {
  if (isTyped) {
    return `.?${escapeName(name) ?? name}`;
  }
  return IDENTIFIER.test(name) && escapeName(name) === name ? `.?${name}` : `[?${quote(name)}]`;
}

/** Condition that the value exists, of whatever type. */
export function isPresent({ text, isOptional, presence = "true" }: CelValue): string {
  return isOptional ? `${text}.hasValue()` : `(${presence})`;
}

/** Condition that both values are absent, or both exist and are equal. */
export function isEqualValue(one: CelValue, other: CelValue): string {
  if (one.isOptional || (one.presence === undefined && other.presence === undefined)) {
    return `${one.text} == ${other.text}`;
  }
  return `${isPresent(one)} == ${isPresent(other)} && (!${isPresent(one)} || ${one.text} == ${other.text})`;
}

/** Expression for a list; empty if the value is absent, null or of another type. */
export function asList(value: CelValue): string {
  return asKind(value, "list", "[]");
}

/** Expression for a map; empty if the value is absent, null or of another type. */
export function asMap(value: CelValue): string {
  return asKind(value, "map", "{}");
}

function asKind(value: CelValue, kind: "list" | "map", empty: string): string {
  const { text, isOptional, presence, mayBeOther: looks } = value;
  if (!isOptional) {
    const isThere = looks ? `type(${text}) == ${kind}` : presence;
    return isThere === undefined ? text : `(${isThere} ? ${text} : ${empty})`;
  }
  const found = looks ? `${text}.optFlatMap(v, type(v) == ${kind} ? optional.of(v) : optional.none())` : text;
  return `${found}.orValue(${empty})`;
}

/**
 * Expression for the list or map that a loop visits, and the condition that it exists; an absent one has no elements.
 */
interface Range {
  readonly text: string;
  readonly presence: string | undefined;
}

// Kubernetes: sizes are estimated from the paths in a rule, which end at a conditional (cel-go/checker/cost.go
// costCall, v1.36).
function rangeOf(value: CelValue, kind: "list" | "map"): Range {
  return value.isTyped && !value.isOptional
    ? { text: value.text, presence: value.presence }
    : { text: kind === "list" ? asList(value) : asMap(value), presence: undefined };
}

export type Kind = "list" | "map";

/** Condition that holds if `condition` does for all elements. */
export function forAll(value: CelValue, kind: Kind, { each, condition }: Loop): string {
  const { text, presence } = rangeOf(value, kind);
  const all = `${text}.all(${each}, ${condition})`;
  return presence === undefined ? all : `(!(${presence}) || ${all})`;
}

/** Condition that holds if `condition` does for at least one item of a list. */
export function forSome(value: CelValue, { each, condition }: Loop): string {
  const { text, presence } = rangeOf(value, "list");
  const some = `${text}.exists(${each}, ${condition})`;
  return presence === undefined ? some : `(${presence} && ${some})`;
}

export interface Loop {
  /** Variable of the loop, or two variables separated by a comma. */
  readonly each: string;
  readonly condition: string;
}

/** Condition that a list contains an item, or a map a key. */
export function isIn(element: string, value: CelValue, kind: Kind): string {
  const { text, presence } = rangeOf(value, kind);
  return presence === undefined ? `${element} in ${text}` : `(${presence} && ${element} in ${text})`;
}

/** Expression for the number of items of a list. */
export function sizeOf(value: CelValue): string {
  const { text, presence } = rangeOf(value, "list");
  return presence === undefined ? `size(${text})` : `(${presence} ? size(${text}) : 0)`;
}

/** Expression for the element at an index or key, which must exist. */
export function elementAt(value: CelValue, kind: Kind, index: string): string {
  return `${rangeOf(value, kind).text}[${index}]`;
}

/** Condition that a union member is set: not absent and not null. */
export function isSet(value: CelValue, member: string, schema: JsonSchema | undefined): string {
  const field = fieldOf(value, member, schema);
  return value.isTyped ? isPresent(field) : `${field.text}.orValue(null) != null`;
}

/** CEL string literal: a JSON string is a valid one. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** Binds a value to a name inside an expression, in a form that every cluster version supports. */
export function bind(name: string, value: string, body: string): string {
  return `[${value}].map(${name}, ${body})[0]`;
}
