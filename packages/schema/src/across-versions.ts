import { deepEqual, type FieldError, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { itemsOf, type JsonSchema } from "./json-schema.ts";
import { type CheckMutability, compileMutability } from "./mutability.ts";
import { parseUnions } from "./parse-unions.ts";
import { type CompiledUnions, compileUnions, type UnionVerdict } from "./unions.ts";

/**
 * Combines the mutability marks of one version with those of the other versions in which fields have the same paths:
 * all of them apply. A field that an object lacks counts as unchanged. Versions with equal marks are compiled once.
 */
export function compileMutabilityAcross(
  own: JsonSchema | undefined,
  others: readonly JsonSchema[],
): CheckMutability | undefined {
  const known = new Set([marksOf(own)]);
  const checks = [compileMutability(own)];
  for (const other of others) {
    const marks = marksOf(other);
    if (!known.has(marks)) {
      known.add(marks);
      checks.push(compileMutability(other));
    }
  }
  const used = checks.filter((check) => check !== undefined);
  const [only] = used;
  if (used.length <= 1) {
    return only;
  }
  return (old, now, options) => onePerField(used.flatMap((check) => check(old, now, options)));
}

/** Keeps one error a path: a field marked in two versions would get two. */
function onePerField(errors: readonly FieldError[]): FieldError[] {
  return [...new Map([...errors].reverse().map((error) => [error.field, error])).values()].reverse();
}

/**
 * Mutability marks of a schema and the keywords they depend on, as JSON text for comparison; empty if it has no mark.
 */
function marksOf(schema: JsonSchema | undefined): string {
  if (schema === undefined) {
    return "";
  }
  const { mutability, keyMutability, listType, listMapKeys, properties } = schema;
  const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  const below = [
    ...[...(properties ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)),
    ["*", values] as const,
    ["#", itemsOf(schema)] as const,
  ].flatMap(([name, child]) => {
    const marks = marksOf(child);
    return marks === "" ? [] : [`${JSON.stringify(name)}:${marks}`];
  });
  return mutability === undefined && keyMutability === undefined && below.length === 0
    ? ""
    : `(${JSON.stringify([mutability ?? 0, keyMutability ?? 0, listType ?? 0, listMapKeys ?? 0])}${below.join("")})`;
}

/**
 * Combines the unions of one version with those of the other versions in which fields have the same paths. A union that
 * shares fields with a different union of the same object is only checked for having a single member: following both
 * discriminators would clear fields that the client has set.
 */
export function compileUnionsAcross(
  own: JsonSchema | undefined,
  others: readonly JsonSchema[],
): CompiledUnions | undefined {
  const taken: Taken = new Map();
  takeUnions(own, "", taken);
  const normalizing = [compileUnions(own)];
  const checking = [...normalizing];
  for (const other of others) {
    const checked = selectUnions(other, "", (union, at) => !isTaken(taken, at, union));
    const followed = selectUnions(other, "", (union, at) => !sharesFields(taken, at, union));
    takeUnions(other, "", taken);
    normalizing.push(compileUnions(followed));
    checking.push(compileUnions(checked));
  }
  const [only] = normalizing;
  return checking.slice(1).every((unions) => unions === undefined) ? only : join(normalizing, checking);
}

function join(
  normalizing: readonly (CompiledUnions | undefined)[],
  checking: readonly (CompiledUnions | undefined)[],
): CompiledUnions {
  return {
    isContradicted: (sent) => normalizing.some((unions) => unions?.isContradicted(sent) === true),
    normalize: (value, old, part) => normalizing.flatMap((unions) => unions?.normalize(value, old, part) ?? []),
    check: (value, old): UnionVerdict => {
      const verdicts = checking.flatMap((unions) => unions?.check(value, old) ?? []);
      return {
        errors: verdicts.flatMap(({ errors }) => errors),
        warnings: [...new Set(verdicts.flatMap(({ warnings }) => warnings))],
      };
    },
  };
}

/** Unions that were already seen, by the path of their object. */
type Taken = Map<string, JsonValue[]>;

function isTaken(taken: Taken, at: string, union: JsonValue): boolean {
  return (taken.get(at) ?? []).some((other) => isSameUnion(other, union));
}

function isSameUnion(a: JsonValue, b: JsonValue): boolean {
  const [x, y] = [describe(a), describe(b)];
  return deepEqual(x, y);
}

function describe(json: JsonValue): JsonObject {
  const [union] = parseUnions([json]);
  return { discriminator: union?.discriminator ?? "", members: Object.fromEntries(union?.members ?? []) };
}

function sharesFields(taken: Taken, at: string, union: JsonValue): boolean {
  const fields = new Set(fieldsOf(union));
  return (taken.get(at) ?? []).some((other) => fieldsOf(other).some((field) => fields.has(field)));
}

function fieldsOf(json: JsonValue): string[] {
  return parseUnions([json]).flatMap(({ discriminator, members }) => [
    ...(discriminator === undefined ? [] : [discriminator]),
    ...members.keys(),
  ]);
}

/** Adds the unions of the schema and its subschemas to `taken`. */
function takeUnions(schema: JsonSchema | undefined, at: string, taken: Taken): void {
  if (schema === undefined) {
    return;
  }
  if (Array.isArray(schema.unions)) {
    const before = taken.get(at) ?? [];
    taken.set(at, [...before, ...schema.unions.filter((union) => !before.some((other) => isSameUnion(other, union)))]);
  }
  for (const [name, child] of childrenOf(schema)) {
    takeUnions(child, at + name, taken);
  }
}

function childrenOf(schema: JsonSchema): (readonly [step: string, schema: JsonSchema | undefined])[] {
  const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  return [
    ...[...(schema.properties ?? [])].map(([name, child]) => [`.${JSON.stringify(name)}`, child] as const),
    ["{}", values],
    ["[]", itemsOf(schema)],
  ];
}

/** Copy of the schema with the unions for which `isWanted` is true. */
function selectUnions(schema: JsonSchema, at: string, isWanted: (union: JsonValue, at: string) => boolean): JsonSchema {
  const { unions, properties, items, additionalProperties, ...others } = schema;
  const below = (child: JsonSchema, step: string) => selectUnions(child, at + step, isWanted);
  const item = itemsOf(schema);
  return {
    ...others,
    ...(Array.isArray(unions) ? { unions: unions.filter((union) => isJsonObject(union) && isWanted(union, at)) } : {}),
    ...(properties === undefined
      ? {}
      : {
          properties: new Map([...properties].map(([name, child]) => [name, below(child, `.${JSON.stringify(name)}`)])),
        }),
    ...(item === undefined ? {} : { items: below(item, "[]") }),
    ...(typeof additionalProperties === "object" ? { additionalProperties: below(additionalProperties, "{}") } : {}),
  };
}
