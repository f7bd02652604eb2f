import {
  compareGoStrings,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ManagedFieldsEntry,
  parseTime,
  printGoJson,
  printTime,
  quoteGo,
  textAt,
} from "@kiln/api";
import { REST } from "./converting.ts";
import type { FieldSet } from "./field-set.ts";
import { decodeFieldSet, encodeFieldSet, encodeFieldSetSlices } from "./field-set-json.ts";
import { countFields, SLICE_NODES, type Slices } from "./slices.ts";

export type Operation = "Apply" | "Update";

/** Owner of fields: an entry of `metadata.managedFields` without its fields. */
export interface FieldManager {
  readonly manager: string;
  readonly operation: Operation;
  /** Version of the field names in the entry. */
  readonly apiVersion: string;
  /** Subresource; empty for the object itself. */
  readonly subresource: string;
}

export interface ManagedEntry extends FieldManager {
  /** Time of the manager's last change; absent if it only set values that fields had already. */
  readonly time?: string | undefined;
  readonly set: FieldSet;
  /** Set as decoded; as long as it is unchanged, it need not be sorted again. */
  readonly decoded?: FieldSet | undefined;
}

/** Entries by {@link identify}, in no order. */
export type Managed = ReadonlyMap<string, ManagedEntry>;

/**
 * Identity of a managedFields entry: appliers have one entry for all versions, updaters one for each. The text is
 * Kubernetes', because it sorts by it.
 */
export function identify({ manager, operation, apiVersion, subresource }: FieldManager): string {
  const by = manager === "" ? "" : `"manager":${printGoJson(manager)},`;
  const version = operation === "Apply" || apiVersion === "" ? "" : `,"apiVersion":${printGoJson(apiVersion)}`;
  const endpoint = subresource === "" ? "" : `,"subresource":${printGoJson(subresource)}`;
  return `{${by}"operation":"${operation}"${version}${endpoint}}`;
}

/** Decodes managedFields; returns an error as a string. Absent managedFields have no entries. */
export function decodeManagedFields(json: JsonValue | undefined): Managed | string {
  if (json === undefined || json === null) {
    return new Map();
  }
  if (!Array.isArray(json)) {
    return "managedFields must be a list";
  }
  const managed = new Map<string, ManagedEntry>();
  for (let i = 0; i < json.length; i++) {
    const decoded = decodeEntry(json[i] as JsonValue, i);
    if (typeof decoded === "string") {
      return decoded;
    }
    managed.set(identify(decoded), decoded);
  }
  return managed;
}

function decodeEntry(entry: JsonValue, index: number): ManagedEntry | string {
  if (!isJsonObject(entry)) {
    return `managed fields entry ${index} must be an object`;
  }
  const { operation, time } = entry;
  if (operation !== "Apply" && operation !== "Update") {
    return "operation must be `Apply` or `Update`";
  }
  const apiVersion = textAt(entry, "apiVersion");
  if (apiVersion === "") {
    return "apiVersion must not be empty";
  }
  const fieldsType = textAt(entry, "fieldsType");
  if (fieldsType !== "FieldsV1") {
    return fieldsType === ""
      ? `missing fieldsType in managed fields entry ${index}`
      : `invalid fieldsType ${quoteGo(fieldsType)} in managed fields entry ${index}`;
  }
  const set = decodeFieldSet(entry.fieldsV1);
  if (typeof set === "string") {
    return `error decoding set: ${set}`;
  }
  const manager = textAt(entry, "manager");
  const subresource = textAt(entry, "subresource");
  const known = typeof time === "string" ? normalizeTime(time) : undefined;
  return { manager, operation, apiVersion, subresource, time: known, set, decoded: set };
}

/** Time in UTC and whole seconds, as all times in metadata; undefined if it is invalid. */
function normalizeTime(time: string): string | undefined {
  if (time.length === 20 && time.endsWith("Z")) {
    return time;
  }
  const { value } = parseTime(time);
  return value === undefined ? undefined : printTime(value);
}

/** Encodes managedFields, in Kubernetes' order. */
export function encodeManagedFields(managed: Managed): ManagedFieldsEntry[] {
  return [...managed.values()].sort(compareEntries).map(encodeEntry);
}

/** {@link encodeManagedFields} of large sets, in slices. */
export function* encodeManagedFieldsSlices(managed: Managed): Slices<ManagedFieldsEntry[]> {
  const entries: ManagedFieldsEntry[] = [];
  for (const entry of [...managed.values()].sort(compareEntries)) {
    const { set, decoded } = entry;
    const isSorted = set === decoded || countFields(set) < SLICE_NODES;
    entries.push(isSorted ? encodeEntry(entry) : encodeEntryWith(entry, yield* encodeFieldSetSlices(set)));
    yield REST;
  }
  return entries;
}

/** Compares times by whole seconds; an entry without a time is the oldest. */
export function compareTimes({ time: a }: OrderedEntry, { time: b }: OrderedEntry): number {
  if (a === b) {
    return 0;
  }
  return secondsOf(a) - secondsOf(b);
}

function secondsOf(time: OrderedEntry["time"]): number {
  const parsed = typeof time === "string" ? parseTime(time).value : undefined;
  return parsed === undefined ? 0 : Math.floor(parsed.getTime() / 1000);
}

/** Fields that determine the order of entries, decoded or encoded. */
interface OrderedEntry {
  readonly manager?: string;
  readonly operation?: string;
  readonly apiVersion?: string;
  readonly time?: string | null | undefined;
  readonly subresource?: string;
}

/** Compares entries in Kubernetes' order. */
export function compareEntries(a: OrderedEntry, b: OrderedEntry): number {
  return (
    compareGoStrings(a.operation ?? "", b.operation ?? "") ||
    compareTimes(a, b) ||
    compareGoStrings(a.manager ?? "", b.manager ?? "") ||
    compareGoStrings(a.apiVersion ?? "", b.apiVersion ?? "") ||
    compareGoStrings(a.subresource ?? "", b.subresource ?? "")
  );
}

/** Copies field by field: every write creates some entries, and object spread would dominate the cost. */
function encodeEntry(entry: ManagedEntry): JsonObject {
  const { set, decoded } = entry;
  return encodeEntryWith(entry, set === decoded ? (set as unknown as JsonObject) : encodeFieldSet(set));
}

function encodeEntryWith(
  { manager, operation, apiVersion, time, subresource }: ManagedEntry,
  fieldsV1: JsonObject,
): JsonObject {
  const entry: JsonObject = manager === "" ? { operation, apiVersion } : { manager, operation, apiVersion };
  if (time !== undefined) {
    entry.time = time;
  }
  entry.fieldsType = "FieldsV1";
  entry.fieldsV1 = fieldsV1;
  if (subresource !== "") {
    entry.subresource = subresource;
  }
  return entry;
}

/** Whether a client's managedFields reset ownership: `[]` or `[{}]`. */
export function isReset(json: JsonValue | undefined): boolean {
  if (!Array.isArray(json) || json.length > 1) {
    return false;
  }
  const [only] = json;
  return (
    only === undefined || (isJsonObject(only) && Object.values(only).every((value) => value === null || value === ""))
  );
}
