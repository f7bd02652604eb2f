import {
  compareGoStrings,
  deepEqual,
  type FieldError,
  getOwn,
  type JsonObject,
  type JsonValue,
  once,
  setOwn,
} from "@kiln/api";
import { fitReport, printSegments, toFieldError } from "./fault.ts";
import type { JsonSchema, Union } from "./json-schema.ts";
import { parseUnions } from "./parse-unions.ts";
import { compileWalkUnions, type Found, type VisitUnions } from "./walk-unions.ts";

/** One field that normalization changed. */
export interface UnionChange {
  readonly kind: "cleared" | "set";
  /** Path as errors print it: `spec.volumes[name="a"].hostPath`. */
  readonly path: string;
  /** Keys and list indices that lead to the field in the new object. */
  readonly location: readonly (string | number)[];
  /** The cleared value, or the new discriminator. */
  readonly value: JsonValue;
  /** Member that the discriminator names, for a discriminator that was set. */
  readonly member?: string;
  /** Warning for the client, present if a cleared field was new in the request or no other member replaced it. */
  readonly warning?: string;
  /** Discriminator whose value cleared the field, if one did. */
  readonly contradiction?: UnionContradiction;
}

export interface UnionContradiction {
  readonly discriminator: string;
  readonly said: string;
  /** Value of the discriminator that would have kept the field. */
  readonly wanted: string;
}

export interface UnionVerdict {
  /** Errors sorted by path. */
  readonly errors: FieldError[];
  readonly warnings: string[];
}

/** Part of an object: `status` is the field of that name, `rest` everything else. */
export type UnionPart = "status" | "rest";

export interface CompiledUnions {
  /**
   * Normalizes the value, or only a part of it, in place: clears members and sets discriminators so that each union has
   * at most one member, wherever the client's intention is clear. Idempotent against the same old object.
   */
  readonly normalize: (value: JsonObject, old?: JsonObject, part?: UnionPart) => UnionChange[];
  /**
   * Checks that at most one member is set. An update that leaves exactly the members set that were set before passes
   * with a warning, so that objects older than their union can still be changed and deleted.
   */
  readonly check: (value: JsonObject, old?: JsonObject) => UnionVerdict;
  /**
   * Whether a patch or an applied configuration contradicts itself in a union with rules of its own: it sets two
   * members, or a discriminator and a member that the discriminator does not name.
   */
  readonly isContradicted: (sent: JsonObject) => boolean;
}

/** Compiles the unions of a schema; undefined if it declares none. */
export function compileUnions(schema: JsonSchema | undefined): CompiledUnions | undefined {
  const walk = compileWalkUnions(schema);
  if (walk === undefined) {
    return undefined;
  }
  const parts = {
    status: once(() => compileWalkUnions(partOf(schema, "status"))),
    rest: once(() => compileWalkUnions(partOf(schema, "rest"))),
  };
  return {
    normalize: (value, old, part) => {
      const found = (part === undefined ? walk : parts[part]())?.(value, old, normalizeObject);
      return found === undefined ? [] : found.map(toUnionChange);
    },
    check: (value, old) => toVerdict(walk(value, old, checkObject) ?? []),
    isContradicted: (sent) => walk(sent, undefined, findContradictions) !== undefined,
  };
}

/** Schema of one part. A root union with `status` beside other fields belongs to neither part. */
function partOf(schema: JsonSchema | undefined, part: UnionPart): JsonSchema {
  const { properties = new Map<string, JsonSchema>(), unions = [], ...others } = schema ?? {};
  const isOfPart = (name: string) => (name === "status") === (part === "status");
  const own = Array.isArray(unions) ? unions.filter((union) => fieldsOf(union).every(isOfPart)) : [];
  return { ...others, properties: new Map([...properties].filter(([name]) => isOfPart(name))), unions: own };
}

function fieldsOf(json: JsonValue): string[] {
  return parseUnions([json]).flatMap(({ discriminator, members }) => [
    ...(discriminator === undefined ? [] : [discriminator]),
    ...members.keys(),
  ]);
}

interface FoundChange extends Found {
  readonly kind: "cleared" | "set";
  readonly value: JsonValue;
  readonly member?: string;
  /** Reason for the warning to the client; absent if it gets none. */
  readonly reason?: string;
  readonly contradiction?: UnionContradiction;
}

const normalizeObject: VisitUnions<FoundChange> = (object, old, unions) => {
  const changes: FoundChange[] = [];
  for (const union of unions) {
    for (const change of normalizeUnion(object, old ?? {}, union)) {
      changes.push(change);
    }
  }
  return changes.length === 0 ? undefined : changes;
};

/**
 * Normalizes one union. The first case that applies decides:
 * - the discriminator was set to a value that its enum lacks: no change, and validation rejects it;
 * - the discriminator was set to another value: it names the member that is kept, if any;
 * - exactly one member is set: it is kept;
 * - exactly one member was added: it is kept;
 * - otherwise no change, and validation decides.
 */
function normalizeUnion(object: JsonObject, old: JsonObject, union: Union): FoundChange[] {
  const chosen = discriminatorOf(object, union);
  if (chosen !== undefined && chosen !== discriminatorOf(old, union)) {
    if (union.allowed?.has(chosen) === false) {
      return [];
    }
    const named = [...union.members].find(([, name]) => name === chosen)?.[0];
    // The client named a member without setting it, so that no member is left, which is probably a mistake.
    const isEmptied = named !== undefined && !isSet(object, named);
    const reason = `${union.discriminator} is ${JSON.stringify(chosen)}${isEmptied ? ` and ${named} is not set` : ""}`;
    const isKept = (member: string) => member === named || (union.hasOwnRules === true && !isSet(old, member));
    return clearOthers(object, { old, union, isKept, reason, isAlwaysNews: isEmptied, chosen });
  }
  const set = setMembers(object, union);
  const added = set.filter((member) => !isSet(old, member));
  const winner = set.length === 1 ? set[0] : added.length === 1 ? added[0] : undefined;
  if (winner === undefined) {
    return [];
  }
  const reason = `${winner} is set`;
  const cleared = clearOthers(object, { old, union, isKept: (member) => member === winner, reason });
  return [...cleared, ...setDiscriminator(object, union, winner)];
}

interface Clearing {
  readonly old: JsonObject;
  readonly union: Union;
  readonly isKept: (member: string) => boolean;
  readonly reason: string;
  /** Whether the client is warned also about fields that existed before. */
  readonly isAlwaysNews?: boolean;
  /** Member chosen by the discriminator. */
  readonly chosen?: string;
}

/**
 * Clears the other members of `object`. Explicit nulls are cleared as well; otherwise normalizing again would change
 * more.
 */
function clearOthers(object: JsonObject, clearing: Clearing): FoundChange[] {
  const { old, union, isKept, reason, isAlwaysNews = false, chosen: said } = clearing;
  const { discriminator = "" } = union;
  const changes: FoundChange[] = [];
  for (const [member, wanted] of union.members) {
    const value = getOwn(object, member);
    if (value !== undefined && !isKept(member)) {
      const before = getOwn(old, member);
      const isNews = value !== null && (isAlwaysNews || before === undefined || !deepEqual(before, value));
      delete object[member];
      const contradiction = said === undefined ? undefined : { contradiction: { discriminator, said, wanted } };
      changes.push({ kind: "cleared", value, ...(isNews ? { reason } : {}), ...contradiction, ...at(member) });
    }
  }
  return changes;
}

/** Sets the discriminator of `object` to the value for `winner`. */
function setDiscriminator(object: JsonObject, union: Union, winner: string): FoundChange[] {
  const value = union.members.get(winner);
  if (union.discriminator === undefined || value === undefined || getOwn(object, union.discriminator) === value) {
    return [];
  }
  setOwn(object, union.discriminator, value);
  return [{ kind: "set", value, member: winner, ...at(union.discriminator) }];
}

function at(name: string): Found {
  return { segments: [{ kind: "field", name }], location: [name] };
}

function discriminatorOf(object: JsonObject, union: Union): string | undefined {
  const value = union.discriminator === undefined ? undefined : getOwn(object, union.discriminator);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Whether a member is set: null is not; zero, false and empty values are. */
function isSet(object: JsonObject, member: string): boolean {
  return (getOwn(object, member) ?? null) !== null;
}

function setMembers(object: JsonObject, union: Union): string[] {
  return [...union.members.keys()].filter((member) => isSet(object, member));
}

function toUnionChange(change: FoundChange): UnionChange {
  const { kind, value, member, reason, contradiction } = change;
  const path = printSegments(change.segments, "bracketed");
  const location = [...change.location].reverse();
  return {
    kind,
    path,
    location,
    value,
    ...(member === undefined ? {} : { member }),
    ...(reason === undefined ? {} : { warning: `${path} was dropped, because ${reason} in the same union` }),
    ...(contradiction === undefined ? {} : { contradiction }),
  };
}

interface Crowd extends Found {
  readonly union: Union;
  readonly set: readonly string[];
  readonly isRatcheted: boolean;
}

const checkObject: VisitUnions<Crowd> = (object, old, unions) => {
  let crowds: Crowd[] | undefined;
  for (const union of unions) {
    const set = setMembers(object, union);
    if (set.length > 1 && union.hasOwnRules !== true) {
      const before = old === undefined ? [] : setMembers(old, union);
      const isRatcheted = before.length === set.length && before.every((member, i) => member === set[i]);
      crowds ??= [];
      crowds.push({ union, set, isRatcheted, segments: [], location: [] });
    }
  }
  return crowds;
};

const findContradictions: VisitUnions<Found> = (object, _old, unions) => {
  const isContradicted = unions.some((union) => {
    const [first, ...others] = union.hasOwnRules === true ? setMembers(object, union) : [];
    const chosen = discriminatorOf(object, union);
    return others.length > 0 || (first !== undefined && chosen !== undefined && union.members.get(first) !== chosen);
  });
  return isContradicted ? [{ segments: [], location: [] }] : undefined;
};

function toVerdict(crowds: readonly Crowd[]): UnionVerdict {
  const errors = fitReport(crowds.filter((crowd) => !crowd.isRatcheted)).map(toError);
  return {
    errors: errors.sort((a, b) => compareGoStrings(a.field, b.field)),
    warnings: fitReport(crowds.filter((crowd) => crowd.isRatcheted)).map(toWarning),
  };
}

function toError({ union, set, segments }: Crowd): FieldError {
  const all = [...union.members.keys()].join(", ");
  const wayOut =
    union.discriminator === undefined ? "send only one of them" : `name the one to keep in ${union.discriminator}`;
  const detail = `at most one of ${all} may be set, but ${set.join(" and ")} are: ${wayOut}`;
  return toFieldError({ reason: "FieldValueInvalid", value: [...set], detail, segments }, "bracketed");
}

function toWarning({ set, segments }: Crowd): string {
  const path = printSegments(segments, "bracketed");
  const place = path === "" ? "" : `${path}: `;
  return `${place}${set.join(" and ")} are set, of which at most one may be; accepted because they were set before`;
}
