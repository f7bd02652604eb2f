import { escapeName, type JsonSchema } from "@kiln/schema";

/** CEL text for a value of an object, which may be absent. */
export interface CelValue {
  readonly text: string;
  /** The expression gives an optional: none if the value is absent. */
  readonly isOptional: boolean;
  /** Otherwise: the expression that is true if the value exists; absent if it always does. */
  readonly presence?: string;
  /** The value may be null or of another type than the map or list that the expressions need: they must check first. */
  readonly mayBeOther: boolean;
  /** Fields are those of a declared type, under the names that rules use; otherwise of a map, under any name. */
  readonly isTyped: boolean;
}

/** `object` and `oldObject` of a policy: plain JSON of unknown type. */
export function policyValue(text: string): CelValue {
  return { text, isOptional: false, mayBeOther: false, isTyped: false };
}

/** `self` and `oldSelf` of a rule in a schema. */
export function ruleValue(text: string, options: { readonly isOptional: boolean } = { isOptional: false }): CelValue {
  return { text, isOptional: options.isOptional, mayBeOther: false, isTyped: true };
}

/** A value bound to a variable: it exists. */
export function boundValue(text: string, schema: JsonSchema | undefined, holder: CelValue): CelValue {
  return { text, isOptional: false, mayBeOther: mayBeOther(schema, holder), isTyped: holder.isTyped };
}

/** As {@link boundValue}, but an optional. */
export function optionalValue(text: string, schema: JsonSchema | undefined, holder: CelValue): CelValue {
  return { ...boundValue(text, schema, holder), isOptional: true };
}

/** Rules do not get null: where a schema allows it, the value counts as absent. */
function mayBeOther(schema: JsonSchema | undefined, { isTyped }: CelValue): boolean {
  return !isTyped && (schema?.type === undefined || schema.nullable === true);
}

/** A field of a value; absent if the value is no object or lacks it. */
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

/** True if the value exists, whatever it is. */
export function isPresent({ text, isOptional, presence = "true" }: CelValue): string {
  return isOptional ? `${text}.hasValue()` : `(${presence})`;
}

/** True if both are absent, or both exist and are equal. */
export function isEqualValue(one: CelValue, other: CelValue): string {
  if (one.isOptional || (one.presence === undefined && other.presence === undefined)) {
    return `${one.text} == ${other.text}`;
  }
  return `${isPresent(one)} == ${isPresent(other)} && (!${isPresent(one)} || ${one.text} == ${other.text})`;
}

/** An absent, null or mistyped value is an empty list. */
export function asList(value: CelValue): string {
  return asKind(value, "list", "[]");
}

/** An absent, null or mistyped value is an empty map. */
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

/** A list or map as the range of a loop, and the condition that it exists; an absent one has no elements. */
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

/** True if a condition holds for all elements. */
export function forAll(value: CelValue, kind: Kind, { each, condition }: Loop): string {
  const { text, presence } = rangeOf(value, kind);
  const all = `${text}.all(${each}, ${condition})`;
  return presence === undefined ? all : `(!(${presence}) || ${all})`;
}

/** True if a condition holds for at least one item of a list. */
export function forSome(value: CelValue, { each, condition }: Loop): string {
  const { text, presence } = rangeOf(value, "list");
  const some = `${text}.exists(${each}, ${condition})`;
  return presence === undefined ? some : `(${presence} && ${some})`;
}

export interface Loop {
  /** The variable, or two of them. */
  readonly each: string;
  readonly condition: string;
}

/** True if a list has an item, or a map a key. */
export function isIn(element: string, value: CelValue, kind: Kind): string {
  const { text, presence } = rangeOf(value, kind);
  return presence === undefined ? `${element} in ${text}` : `(${presence} && ${element} in ${text})`;
}

/** How many items a list has. */
export function sizeOf(value: CelValue): string {
  const { text, presence } = rangeOf(value, "list");
  return presence === undefined ? `size(${text})` : `(${presence} ? size(${text}) : 0)`;
}

/** The element at an index or key that it surely has. */
export function elementAt(value: CelValue, kind: Kind, index: string): string {
  return `${rangeOf(value, kind).text}[${index}]`;
}

/** Null counts as not set. */
export function isSet(value: CelValue, member: string, schema: JsonSchema | undefined): string {
  const field = fieldOf(value, member, schema);
  return value.isTyped ? isPresent(field) : `${field.text}.orValue(null) != null`;
}

/** A CEL string literal: JSON strings are valid ones. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** Binds a value to a name inside an expression, in a way that every cluster supports. */
export function bind(name: string, value: string, body: string): string {
  return `[${value}].map(${name}, ${body})[0]`;
}
