import { itemsOf, type JsonSchema, parseUnions, type Union } from "@kiln/schema";
import { asList, asMap, boundValue, type CelValue, fieldOf, isSet, optionalValue, quote } from "./cel-value.ts";
import type { Finding } from "./finding.ts";
import { placeBelow } from "./mark-rules.ts";
import { COSTLY, exceptFields, isCostly, isSameItem, listKeys } from "./pair-elements.ts";

/** One union of a schema, with expressions for the objects that have it. */
export interface UnionSite {
  readonly place: string;
  readonly union: Union;
  readonly schema: JsonSchema;
  readonly now: CelValue;
  readonly old: CelValue;
  /**
   * Wraps a condition about `now` and `old` into one about the whole objects: it must hold for every list item and map
   * entry.
   */
  readonly everywhere: (condition: string) => string;
  /** Wraps a list for `now` and `old` into the list for the whole objects. */
  readonly gathered: (list: string) => string;
  /** Whether list items are paired by keys, which were not necessarily unique before the list got its type. */
  readonly isKeyed: boolean;
  /** Whether the list is so long that comparing its items may exceed the cost limit. */
  readonly isCostly: boolean;
  /** JSON pointer of `now` in the whole object, as a CEL expression. */
  readonly pointer: string;
}

/** Unions of a schema; those of an object come before those of its fields. */
export function findUnionSites(schema: JsonSchema, now: CelValue, old: CelValue): UnionSite[] {
  const same = (text: string) => text;
  return visit({
    schema,
    now,
    old,
    place: "",
    depth: 0,
    everywhere: same,
    gathered: same,
    isKeyed: false,
    isCostly: false,
    pointer: '""',
  });
}

interface Visit extends Omit<UnionSite, "union"> {
  readonly depth: number;
}

function visit(at: Visit): UnionSite[] {
  const { schema } = at;
  const unions = schema.unions === undefined ? [] : parseUnions(schema.unions);
  const { depth: _, ...site } = at;
  return [
    ...unions.filter(({ members }) => members.size > 0).map((union) => ({ ...site, union })),
    ...[...(schema.properties ?? [])].flatMap(([name, property]) => visitField(at, name, property)),
    ...visitMap(at),
    ...visitList(at),
  ];
}

function visitField(at: Visit, name: string, schema: JsonSchema): UnionSite[] {
  return visit({
    ...at,
    schema,
    now: fieldOf(at.now, name, schema),
    old: fieldOf(at.old, name, schema),
    place: placeBelow(at.place, name),
    pointer: joinTexts(at.pointer, quote(`/${escapePointer(name)}`)),
  });
}

export function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

const LITERAL = /^"(?:[^"\\]|\\.)*"$/;

/** Concatenates two CEL string expressions; two literals become one literal. */
export function joinTexts(left: string, right: string): string {
  if (left === '""') {
    return right;
  }
  const tail = /^(.* \+ )?("(?:[^"\\]|\\.)*")$/.exec(left);
  return tail !== null && LITERAL.test(right)
    ? `${tail[1] ?? ""}${(tail[2] as string).slice(0, -1)}${right.slice(1)}`
    : `${left} + ${right}`;
}

function visitMap(at: Visit): UnionSite[] {
  const values = at.schema.additionalProperties;
  if (typeof values !== "object") {
    return [];
  }
  const now = asMap(at.now);
  const key = `k${at.depth}`;
  const item = `v${at.depth}`;
  const ownFields = exceptFields(at.schema, key, quote);
  const isOwn = ownFields.replace(/ \|\| $/, "");
  return visit({
    ...at,
    schema: values,
    now: boundValue(item, values, at.now),
    old: optionalValue(`${asMap(at.old)}[?${key}]`, values, at.old),
    place: `${at.place}[*]`,
    depth: at.depth + 1,
    everywhere: (condition) => at.everywhere(`${now}.all(${key}, ${item}, ${ownFields}(${condition}))`),
    gathered: (list) =>
      at.gathered(
        `${now}.transformList(${key}, ${item}, ${isOwn === "" ? list : `${isOwn} ? [] : ${list}`}).flatten()`,
      ),
    pointer: joinTexts(joinTexts(at.pointer, '"/"'), `${key}.replace("~", "~0").replace("/", "~1")`),
  });
}

function visitList(at: Visit): UnionSite[] {
  const items = itemsOf(at.schema);
  if (items === undefined) {
    return [];
  }
  const now = asList(at.now);
  const index = `i${at.depth}`;
  const item = `n${at.depth}`;
  return visit({
    ...at,
    schema: items,
    now: boundValue(item, items, at.now),
    old: optionalValue(counterpart(at, { index, item }), items, at.old),
    place: `${at.place}[*]`,
    depth: at.depth + 1,
    isKeyed: at.isKeyed || listKeys(at.schema) !== undefined,
    isCostly: at.isCostly || isCostly(at.schema),
    everywhere: (condition) => at.everywhere(`${now}.all(${index}, ${item}, ${condition})`),
    gathered: (list) => at.gathered(`${now}.transformList(${index}, ${item}, ${list}).flatten()`),
    pointer: joinTexts(joinTexts(at.pointer, '"/"'), `string(${index})`),
  });
}

/** Expression for the old item with the same identity, as an optional. */
function counterpart(at: Visit, { index, item }: { readonly index: string; readonly item: string }): string {
  const old = asList(at.old);
  if (at.schema.listType !== "set" && listKeys(at.schema) === undefined) {
    return `${old}[?${index}]`;
  }
  const oldItem = `o${at.depth}`;
  return `${old}.filter(${oldItem}, ${isSameItem(at.schema, at.now, [item, oldItem])})[?0]`;
}

/** Differences between the compiled expressions and Kiln's own handling of unions. */
export function unionFindings(sites: readonly UnionSite[]): Finding[] {
  return sites.flatMap(({ place, union, isKeyed, isCostly: costsMuch }): Finding[] => [
    ...(union.members.size > 1 || union.discriminator !== undefined
      ? [{ kind: "different", place: place || "the object", reason: appliedReason(union) } as const]
      : []),
    ...(isKeyed ? [{ kind: "different", place, reason: DUPLICATES } as const] : []),
    ...(costsMuch ? [{ kind: "stricter", place, reason: COSTLY } as const] : []),
  ]);
}

/** Reason why the cluster cannot reject an invalid applied configuration: admission gets the result of an apply. */
function appliedReason({ discriminator }: Union): string {
  const named = discriminator === undefined ? "" : `, or ${discriminator} and a member that it does not name,`;
  return (
    `an applied configuration that sets two members${named} is rejected by Kiln; here the object that it gives is ` +
    "normalized as after any other update"
  );
}

const DUPLICATES =
  "items that have the same keys are all compared with the first of their old namesakes, not one with one; only lists " +
  "that are older than their x-kubernetes-list-type can have such items";

/** Expression for a list of booleans: whether each member of the union is set. */
export function setMembers({ schema, union }: Pick<UnionSite, "schema" | "union">, value: CelValue): string {
  return `[${[...union.members.keys()].map((member) => isSet(value, member, schema.properties?.get(member))).join(", ")}]`;
}

/** Condition that at most one member is set, or exactly the members that were set before. */
export function atMostOneMember(site: UnionSite): string {
  const now = setMembers(site, site.now);
  return site.everywhere(`${now}.filter(s, s).size() <= 1 || ${now} == ${setMembers(site, site.old)}`);
}
