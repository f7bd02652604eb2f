import type { JsonObject, JsonValue } from "@kiln/api";

/**
 * Enforcement of the rules in a schema: `none` (a webhook enforces them), `oneOf` as in the second phase, `cel` rules,
 * or the `marks` of Kiln (keywords for unions and immutability).
 */
export type SchemaStyle = "none" | "oneOf" | "cel" | "marks";

export interface Rule {
  readonly rule: string;
  readonly message: string;
}

export const text = (description: string, more: JsonObject = {}): JsonObject => ({
  type: "string",
  description,
  ...more,
});

export const flag = (description: string): JsonObject => ({ type: "boolean", description });

export const time = (description: string): JsonObject => ({ type: "string", format: "date-time", description });

export function record(description: string, properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "object", description, properties, ...more };
}

export const error: JsonObject = record("The last error, if the last attempt failed.", {
  message: text("What went wrong."),
  time: time("When it went wrong."),
});

export const quantity: JsonObject = {
  description: "The least size in bytes of a volume made from this snapshot.",
  anyOf: [{ type: "integer" }, { type: "string" }],
  pattern:
    "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
  "x-kubernetes-int-or-string": true,
};

/** CEL rules of a schema, omitted if there are none: the server rejects an empty list. */
export function validations(style: SchemaStyle, rules: readonly Rule[]): JsonObject {
  return style === "cel" && rules.length > 0
    ? { "x-kubernetes-validations": rules.map(({ rule, message }): JsonValue => ({ rule, message })) }
    : {};
}

/** Schema of a string that may be absent but not empty. */
export function notEmpty(style: SchemaStyle, description: string): JsonObject {
  return text(description, {
    ...(style === "oneOf" || style === "marks" ? { minLength: 1 } : {}),
    ...validations(style, [{ rule: "self != ''", message: "must not be empty; leave it out or name one" }]),
  });
}

export interface Source {
  readonly description: string;
  readonly fields: readonly [name: string, description: string][];
}

/** Schema of an object with exactly one of two strings, immutable. */
export function oneSource(style: SchemaStyle, { description, fields }: Source): JsonObject {
  const names = fields.map(([name]) => name);
  const mark = style === "marks" ? { "x-kubernetes-mutability": "Immutable" } : {};
  const properties = Object.fromEntries(fields.map(([name, about]) => [name, text(about, mark)]));
  return record(description, properties, sourceRules(style, names));
}

function sourceRules(style: SchemaStyle, names: readonly string[]): JsonObject {
  const [first, second] = names;
  const exactlyOne = `has(self.${first}) != has(self.${second})`;
  switch (style) {
    case "oneOf":
      return { oneOf: names.map((name) => ({ required: [name] })) };
    case "cel":
      return validations(style, [
        { rule: exactlyOne, message: `exactly one of ${names.join(" and ")} must be set` },
        {
          // An invalid source from before the rule may be corrected.
          rule: `self == oldSelf || has(oldSelf.${first}) == has(oldSelf.${second})`,
          message: "is immutable",
        },
      ]);
    case "marks":
      return {
        "x-kubernetes-unions": [{ "fields-to-discriminateBy": Object.fromEntries(names.map((name) => [name, name])) }],
        minProperties: 1,
        maxProperties: 1,
      };
    case "none":
      return {};
  }
}

const REF_FIELDS: readonly [name: string, description: string][] = [
  ["apiVersion", "API version of the referent."],
  ["fieldPath", "If not the whole object is meant, the part that is."],
  ["kind", "Kind of the referent."],
  ["name", "Name of the referent."],
  ["namespace", "Namespace of the referent."],
  ["resourceVersion", "The resourceVersion on which the reference was made."],
  ["uid", "UID of the referent."],
];

const isEmpty = (field: string) => `(!has(${field}) || ${field} == '')`;

/** Kubernetes: fields named like a CEL keyword are escaped in rules (apiserver/pkg/cel/escaping.go Escape, v1.36). */
const escapeName = (name: string) => (name === "namespace" ? "__namespace__" : name);

/**
 * Condition that a field stays equal, without `orValue`: its result has no known length, and the rule would exceed the
 * cost limit.
 */
function isSame(name: string): string {
  const [now, before] = [`self.${escapeName(name)}`, `oldSelf.${escapeName(name)}`];
  return `(has(${now}) && has(${before}) ? ${now} == ${before} : ${isEmpty(now)} && ${isEmpty(before)})`;
}

/** Schema of an ObjectReference with name and namespace, immutable once its uid is set. */
export function frozenReference(style: SchemaStyle, description: string): JsonObject {
  const isStrict = style === "marks" || style === "oneOf";
  const properties = REF_FIELDS.map(([name, about]): [string, JsonObject] => {
    const mustBeSet = name === "name" || name === "namespace";
    return [name, text(about, isStrict && mustBeSet ? { minLength: 1 } : {})];
  });
  // This stays a CEL rule: no keyword expresses "immutable once another field is set".
  const frozen = {
    rule: `${isEmpty("oldSelf.uid")} || (${REF_FIELDS.map(([name]) => isSame(name)).join(" && ")})`,
    message: "is immutable once its uid is set",
  };
  const named = {
    rule: `!${isEmpty("self.name")} && !${isEmpty(`self.${escapeName("namespace")}`)}`,
    message: "name and namespace must be set",
  };
  return record(description, Object.fromEntries(properties), {
    ...(isStrict ? { required: ["name", "namespace"] } : {}),
    ...validations(style === "marks" ? "cel" : style, style === "marks" ? [frozen] : [named, frozen]),
  });
}
