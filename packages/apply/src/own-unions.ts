import { isJsonObject, type JsonObject, type JsonValue, type ManagedFieldsEntry } from "@kiln/api";
import type { UnionChange } from "@kiln/schema";
import { difference, type FieldSet, isEmpty, recursiveDifference, setOf, union } from "./field-set.ts";
import { type FieldType, untypedDeduced } from "./field-type.ts";
import { elementOf, UNNAMED } from "./list-element.ts";
import {
  decodeManagedFields,
  encodeManagedFields,
  type FieldManager,
  identify,
  type Managed,
  type ManagedEntry,
} from "./managed-fields.ts";
import { type FieldPath, fieldElement, type PathElement } from "./path-element.ts";
import { shapeOf } from "./shape.ts";

export interface OwningUnions {
  readonly type: FieldType;
  /** Manager of the request. */
  readonly owner: FieldManager;
  readonly now: string;
}

/**
 * managedFields of an object whose unions were normalized after ownership was computed: the request's manager owns
 * fields that were set, and cleared fields have no owner.
 */
export function ownUnions(
  object: JsonObject,
  changes: readonly UnionChange[],
  { type, owner, now }: OwningUnions,
): ManagedFieldsEntry[] {
  const { metadata } = object;
  const decoded = decodeManagedFields(isJsonObject(metadata) ? metadata.managedFields : undefined);
  let managed: Managed = typeof decoded === "string" ? new Map() : decoded;
  if (managed.size === 0) {
    return [];
  }
  for (const { kind, location } of changes) {
    const { path, isWhole } = locate(type, object, location);
    // Clearing a part of an atomic field is a change of that field.
    managed =
      kind === "set" || !isWhole ? take(managed, path, { owner, now }) : forget(managed, path, owner.apiVersion);
  }
  return encodeManagedFields(managed);
}

export interface Located {
  readonly path: FieldPath;
  /** False if the location is inside an atomic field, which `path` then names. */
  readonly isWhole: boolean;
}

export function locate(root: FieldType, object: JsonObject, location: readonly (string | number)[]): Located {
  const path: PathElement[] = [];
  let type = root;
  let value: JsonValue | undefined = object;
  for (const step of location) {
    if (isAtomic(type, value)) {
      return { path, isWhole: false };
    }
    const below = typeof step === "string" ? stepInto(type, step) : stepTo(type, value, step);
    path.push(below.element);
    type = below.type;
    value = typeof step === "string" ? fieldOf(value, step) : itemOf(value, step);
  }
  return { path, isWhole: true };
}

function isAtomic(type: FieldType, value: JsonValue | undefined): boolean {
  const shape = shapeOf(type, value);
  return shape === "list" ? type.list?.relation === "atomic" : type.map?.isAtomic === true;
}

interface Below {
  readonly element: PathElement;
  readonly type: FieldType;
}

function stepInto({ map }: FieldType, key: string): Below {
  return { element: fieldElement(key), type: map?.fields.get(key) ?? map?.rest ?? untypedDeduced };
}

function stepTo({ list }: FieldType, value: JsonValue | undefined, index: number): Below {
  const item = itemOf(value, index);
  const element = list === undefined || item === undefined ? UNNAMED : (elementOf(list, item) ?? UNNAMED);
  return { element, type: list?.items ?? untypedDeduced };
}

function fieldOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function itemOf(value: JsonValue | undefined, index: number): JsonValue | undefined {
  return Array.isArray(value) ? value[index] : undefined;
}

function take(managed: Managed, path: FieldPath, { owner, now }: Omit<OwningUnions, "type">): Managed {
  const field = setOf(path);
  const id = identify(owner);
  const taken = change(managed, owner.apiVersion, (set, entryId) => (entryId === id ? set : difference(set, field)));
  const set = union(taken.get(id)?.set ?? {}, field);
  return new Map(taken).set(id, { ...owner, time: now, set });
}

function forget(managed: Managed, path: FieldPath, apiVersion: string): Managed {
  const field = setOf(path);
  return change(managed, apiVersion, (set) => recursiveDifference(set, field));
}

/**
 * Managed fields in which the entries of one API version own other fields; entries that own none are dropped. The later
 * comparison of the objects adjusts the entries of other versions.
 */
function change(managed: Managed, apiVersion: string, toSet: (set: FieldSet, id: string) => FieldSet): Managed {
  const changed = new Map<string, ManagedEntry>();
  for (const [id, entry] of managed) {
    const set = entry.apiVersion === apiVersion ? toSet(entry.set, id) : entry.set;
    if (!isEmpty(set)) {
      changed.set(id, set === entry.set ? entry : { ...entry, set });
    }
  }
  return changed;
}
