import { asObject, asObjects, deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

/**
 * Paths at which an update violates a mark of the schema by the rules of docs/immutable-fields.md; empty without a
 * violation.
 */
export function brokenMarks(schema: JsonObject, old: JsonObject, now: JsonObject): string[] {
  return ["spec", "status"].flatMap((name) =>
    field(asObject(asObject(schema.properties)[name]), { old: old[name], now: now[name], at: name }),
  );
}

interface Pair {
  readonly old: JsonValue | undefined;
  readonly now: JsonValue | undefined;
  readonly at: string;
}

function field(schema: JsonObject, pair: Pair): string[] {
  const mark = schema["x-kubernetes-mutability"];
  const { old, now, at } = pair;
  if (mark === undefined) {
    return below(schema, pair);
  }
  if (old === undefined || now === undefined) {
    const isAllowed = old === now || mark === (old === undefined ? "AddOnly" : "RemoveOnly");
    return isAllowed ? [] : [at];
  }
  return deepEqual(old, now) ? [] : [at];
}

function below(schema: JsonObject, { old, now, at }: Pair): string[] {
  const fields = Object.entries(asObject(schema.properties)).flatMap(([name, property]) =>
    field(property as JsonObject, { old: at1(old, name), now: at1(now, name), at: `${at}.${name}` }),
  );
  const elements = isJsonObject(schema.additionalProperties)
    ? { schema: schema.additionalProperties, old: keyed(old), now: keyed(now) }
    : isJsonObject(schema.items)
      ? { schema: schema.items, old: identified(schema, old), now: identified(schema, now) }
      : undefined;
  return elements === undefined ? fields : [...fields, ...members(schema, elements, at)];
}

function at1(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? getOwn(value, name) : undefined;
}

type Elements = ReadonlyMap<string, JsonValue>;

function keyed(value: JsonValue | undefined): Elements {
  return new Map(isJsonObject(value) ? Object.entries(value) : []);
}

function identified(schema: JsonObject, value: JsonValue | undefined): Elements {
  const items = Array.isArray(value) ? value : [];
  const type = schema["x-kubernetes-list-type"];
  const idOf = (item: JsonValue, index: number) =>
    type === "set" ? JSON.stringify(item) : type === "map" ? JSON.stringify(at1(item, "k") ?? null) : String(index);
  return new Map(items.map((item, index) => [idOf(item, index), item]));
}

function members(
  list: JsonObject,
  { schema, old, now }: { readonly schema: JsonObject; readonly old: Elements; readonly now: Elements },
  at: string,
): string[] {
  const mark = list["x-kubernetes-key-mutability"];
  const added = [...now.keys()].filter((key) => !old.has(key));
  const removed = [...old.keys()].filter((key) => !now.has(key));
  const isMarked = mark !== undefined;
  return [
    ...(isMarked && mark !== "AddOnly" ? added : []).map((key) => `${at}[+${key}]`),
    ...(isMarked && mark !== "RemoveOnly" ? removed : []).map((key) => `${at}[-${key}]`),
    ...[...now].flatMap(([key, value]) => {
      const before = old.get(key);
      if (before === undefined) {
        return [];
      }
      const pair = { old: before, now: value, at: `${at}[${key}]` };
      const isWhole = schema["x-kubernetes-mutability"] !== undefined;
      return isWhole ? (deepEqual(before, value) ? [] : [pair.at]) : below(schema, pair);
    }),
  ];
}

/** Paths of objects of which more than one member of a union is set. */
export function crowdedUnions(schema: JsonObject, value: JsonValue | undefined, at = ""): string[] {
  return visitUnions(schema, value, at).flatMap(({ path, set }) =>
    set.length > 1 ? [`${path}: ${set.join(", ")}`] : [],
  );
}

export interface SetMembers {
  readonly path: string;
  readonly set: readonly string[];
}

/** Set members of each union in a value. */
export function visitUnions(schema: JsonObject, value: JsonValue | undefined, at = ""): SetMembers[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => visitUnions(asObject(schema.items), item, `${at}[${index}]`));
  }
  if (!isJsonObject(value)) {
    return [];
  }
  const own = asObjects(schema["x-kubernetes-unions"]).map((union) => ({
    path: at,
    set: Object.keys(asObject(union["fields-to-discriminateBy"])).filter(
      (name) => (getOwn(value, name) ?? null) !== null,
    ),
  }));
  const properties = asObject(schema.properties);
  const inner = Object.entries(value).flatMap(([name, child]) =>
    visitUnions(asObject(properties[name] ?? schema.additionalProperties), child, `${at}.${name}`),
  );
  return [...own, ...inner];
}
