import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "@kiln/api";
import { compileIdentity, elementSegment, type IdentifyElement, isAligned, pairElements } from "./element-identity.ts";
import type { Segment } from "./fault.ts";
import { itemsOf, type JsonSchema, type Union } from "./json-schema.ts";
import { unionsOf } from "./parse-unions.ts";

/** A finding with its two paths, the innermost step first; enclosing nodes append theirs. */
export interface Found {
  readonly segments: Segment[];
  readonly location: (string | number)[];
}

/** Called for each object that has unions; may change the object. `old` is undefined for a new object. */
export type VisitUnions<F extends Found> = (
  object: JsonObject,
  old: JsonObject | undefined,
  unions: readonly Union[],
) => F[] | undefined;

/**
 * Visits objects with unions, parents before children, so that a child is visited as the changes of its parent left it.
 * Old counterparts are found by field, map key and identity of list elements.
 */
export type WalkUnions = <F extends Found>(
  value: JsonValue,
  old: JsonValue | undefined,
  visit: VisitUnions<F>,
) => F[] | undefined;

/** Compiles the walk to the unions of a schema; undefined if it declares none. */
export function compileWalkUnions(schema: JsonSchema | undefined): WalkUnions | undefined {
  if (schema === undefined) {
    return undefined;
  }
  const object = compileObject(schema);
  const list = compileList(schema);
  if (object === undefined && list === undefined) {
    return undefined;
  }
  return (value, old, visit) => {
    if (Array.isArray(value)) {
      return list?.(value, old, visit);
    }
    return isJsonObject(value) ? object?.(value, isJsonObject(old) ? old : undefined, visit) : undefined;
  };
}

type WalkObject = <F extends Found>(
  object: JsonObject,
  old: JsonObject | undefined,
  visit: VisitUnions<F>,
) => F[] | undefined;

function compileObject(schema: JsonSchema): WalkObject | undefined {
  const declared = unionsOf(schema);
  const unions = schema.hasUnionRules ? declared.map((union) => ({ ...union, hasOwnRules: true })) : declared;
  const fields: (readonly [string, WalkUnions])[] = [];
  for (const [name, property] of schema.properties ?? []) {
    const walk = compileWalkUnions(property);
    if (walk !== undefined) {
      fields.push([name, walk]);
    }
  }
  const values = schema.additionalProperties;
  const rest = typeof values === "object" ? compileWalkUnions(values) : undefined;
  if (unions.length === 0 && fields.length === 0 && rest === undefined) {
    return undefined;
  }
  const named = schema.properties ?? new Map<string, JsonSchema>();
  return (object, old, visit) => {
    let all = unions.length === 0 ? undefined : visit(object, old, unions);
    for (const [name, walk] of fields) {
      const value = getOwn(object, name);
      const found = value === undefined ? undefined : walk(value, old && getOwn(old, name), visit);
      all = join(all, found && prefix(found, { kind: "field", name }, name));
    }
    for (const key in rest === undefined ? {} : object) {
      if (!named.has(key)) {
        const found = rest?.(object[key] as JsonValue, old && getOwn(old, key), visit);
        all = join(all, found && prefix(found, { kind: "key", key }, key));
      }
    }
    return all;
  };
}

type WalkList = <F extends Found>(
  list: JsonArray,
  old: JsonValue | undefined,
  visit: VisitUnions<F>,
) => F[] | undefined;

function compileList(schema: JsonSchema): WalkList | undefined {
  const walk = compileWalkUnions(itemsOf(schema));
  if (walk === undefined) {
    return undefined;
  }
  const identify = compileIdentity(schema);
  return <F extends Found>(list: JsonArray, old: JsonValue | undefined, visit: VisitUnions<F>) => {
    const counterparts = pairWithOld(list, Array.isArray(old) ? old : [], identify);
    let all: F[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const item = list[index] as JsonValue;
      const found = walk(item, counterparts[index], visit);
      all = join(all, found && prefix(found, elementSegment(schema, item, index), index));
    }
    return all;
  };
}

/** Old element of each new index, paired by identity. */
function pairWithOld(
  list: JsonArray,
  old: JsonArray,
  identify: IdentifyElement | undefined,
): readonly (JsonValue | undefined)[] {
  if (identify === undefined || isAligned(old, list, identify)) {
    return old;
  }
  const counterparts: (JsonValue | undefined)[] = new Array(list.length).fill(undefined);
  for (const [oldIndex, index] of pairElements(old, list, identify).pairs) {
    counterparts[index] = old[oldIndex];
  }
  return counterparts;
}

function join<F>(all: F[] | undefined, more: F[] | undefined): F[] | undefined {
  if (all === undefined || more === undefined) {
    return all ?? more;
  }
  for (const found of more) {
    all.push(found);
  }
  return all;
}

/** Appends one outer step to both paths of each finding. */
function prefix<F extends Found>(found: F[], segment: Segment, step: string | number): F[] {
  for (const { segments, location } of found) {
    segments.push(segment);
    location.push(step);
  }
  return found;
}
