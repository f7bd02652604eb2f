import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { elementSegment } from "../element-identity.ts";
import { printSegments } from "../fault.ts";
import { itemsOf, type JsonSchema } from "../json-schema.ts";

/** Paths of all violations, computed directly from the rules: elements are paired by trying all of them. */
export function referenceMutability(schema: JsonSchema, old: JsonObject, now: JsonObject): string[] {
  return descend(schema, { old, now, path: "", isRoot: true }).sort();
}

interface Pair {
  readonly old: JsonValue | undefined;
  readonly now: JsonValue | undefined;
  readonly path: string;
  readonly isRoot?: boolean;
}

function descend(schema: JsonSchema, pair: Pair): string[] {
  return [...descendStruct(schema, pair), ...descendMap(schema, pair), ...descendList(schema, pair)];
}

function descendStruct(schema: JsonSchema, { old, now, path, isRoot }: Pair): string[] {
  const before = isJsonObject(old) ? old : {};
  const after = isJsonObject(now) ? now : {};
  return [...(schema.properties ?? [])]
    .filter(([name]) => !(isRoot && ["metadata", "kind", "apiVersion"].includes(name)))
    .flatMap(([name, property]) =>
      judgeField(property, {
        old: getOwn(before, name),
        now: getOwn(after, name),
        path: path === "" ? name : `${path}.${name}`,
      }),
    );
}

function judgeField(schema: JsonSchema, pair: Pair): string[] {
  const { old, now, path } = pair;
  if (schema.mutability === undefined) {
    return descend(schema, pair);
  }
  if (old === undefined && now === undefined) {
    return [];
  }
  if (old === undefined) {
    return schema.mutability === "AddOnly" ? [] : [path];
  }
  if (now === undefined) {
    return schema.mutability === "RemoveOnly" ? [] : [path];
  }
  return deepEqual(old, now) ? [] : [path];
}

function judgeElement(schema: JsonSchema | undefined, pair: Pair): string[] {
  if (schema === undefined) {
    return [];
  }
  if (schema.mutability === undefined) {
    return descend(schema, pair);
  }
  return deepEqual(pair.old as JsonValue, pair.now as JsonValue) ? [] : [pair.path];
}

function judgeKeys(schema: JsonSchema, added: readonly string[], removed: readonly string[]): string[] {
  switch (schema.keyMutability) {
    case "Immutable":
      return [...added, ...removed];
    case "AddOnly":
      return [...removed];
    case "RemoveOnly":
      return [...added];
    default:
      return [];
  }
}

function descendMap(schema: JsonSchema, { old, now, path }: Pair): string[] {
  if (schema.additionalProperties === undefined) {
    return [];
  }
  const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  const before = isJsonObject(old) ? old : {};
  const after = isJsonObject(now) ? now : {};
  const beforeKeys = Object.keys(before).filter((key) => !schema.properties?.has(key));
  const afterKeys = Object.keys(after).filter((key) => !schema.properties?.has(key));
  const print = (key: string) => `${path}[${key}]`;
  const pairs = afterKeys.filter((key) => beforeKeys.includes(key));
  return [
    ...judgeKeys(
      schema,
      afterKeys.filter((key) => !beforeKeys.includes(key)).map(print),
      beforeKeys.filter((key) => !afterKeys.includes(key)).map(print),
    ),
    ...pairs.flatMap((key) =>
      judgeElement(values, { old: getOwn(before, key), now: getOwn(after, key), path: print(key) }),
    ),
  ];
}

function descendList(schema: JsonSchema, { old, now, path }: Pair): string[] {
  if (schema.type !== "array") {
    return [];
  }
  const before = Array.isArray(old) ? old : [];
  const after = Array.isArray(now) ? now : [];
  const print = (item: JsonValue, index: number) =>
    path + printSegments([elementSegment(schema, item, index)], "bracketed");
  const hasIn = (list: JsonValue[], item: JsonValue, index: number) =>
    list.some((other, i) => isSame(schema, [item, index], [other, i]));
  const isFirst = (list: JsonValue[], item: JsonValue, index: number) => !hasIn(list.slice(0, index), item, index);
  const news = after.flatMap((item, i) => (hasIn(before, item, i) || !isFirst(after, item, i) ? [] : [print(item, i)]));
  const gone = before.flatMap((item, i) =>
    hasIn(after, item, i) || !isFirst(before, item, i) ? [] : [print(item, i)],
  );
  const taken = new Set<number>();
  const changes = after.flatMap((item, i) => {
    const j = before.findIndex((other, k) => !taken.has(k) && isSame(schema, [item, i], [other, k]));
    taken.add(j);
    return j < 0 ? [] : judgeElement(itemsOf(schema), { old: before[j], now: item, path: print(item, i) });
  });
  return [...judgeKeys(schema, news, gone), ...changes];
}

type Element = readonly [item: JsonValue, index: number];

function isSame(schema: JsonSchema, [a, i]: Element, [b, j]: Element): boolean {
  if (schema.listType === "set") {
    return deepEqual(a, b);
  }
  if (schema.listType !== "map") {
    return i === j;
  }
  if (!isJsonObject(a) || !isJsonObject(b)) {
    return deepEqual(a, b);
  }
  return (schema.listMapKeys ?? []).every((key) => {
    const [x, y] = [getOwn(a, key), getOwn(b, key)];
    return x === undefined || y === undefined ? x === y : deepEqual(x, y);
  });
}
