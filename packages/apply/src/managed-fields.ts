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
} from "@kiln/api";
import type { FieldSet } from "./field-set.ts";
import { decodeFieldSet, encodeFieldSet } from "./field-set-json.ts";

export type Operation = "Apply" | "Update";

/** Who owns fields: one entry of `metadata.managedFields` without its fields. */
export interface FieldManager {
  readonly manager: string;
  readonly operation: Operation;
  /** The version in which the fields are named. */
  readonly apiVersion: string;
  /** Empty for the object itself. */
  readonly subresource: string;
}

export interface ManagedEntry extends FieldManager {
  /** When the manager last changed something; a manager that only ever agreed with others has none. */
  readonly time?: string;
  readonly set: FieldSet;
  /** The set as it was decoded: as long as it is the same, it needs no sorting again. */
  readonly decoded?: FieldSet;
}

/** By {@link identify}; the order means nothing. */
export type Managed = ReadonlyMap<string, ManagedEntry>;

/**
 * What makes an entry a manager's own: appliers have one entry whatever version they speak, updaters one for each.
 * Kubernetes sorts by this text, so it is the one that Kubernetes makes.
 */
export function identify({ manager, operation, apiVersion, subresource }: FieldManager): string {
  const parts = [
    ...(manager === "" ? [] : [`"manager":${printGoJson(manager)}`]),
    `"operation":"${operation}"`,
    ...(operation === "Apply" || apiVersion === "" ? [] : [`"apiVersion":${printGoJson(apiVersion)}`]),
    ...(subresource === "" ? [] : [`"subresource":${printGoJson(subresource)}`]),
  ];
  return `{${parts.join(",")}}`;
}

/** A text says why the entries cannot be decoded. Nothing at all is no entries. */
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
  const apiVersion = textOf(entry, "apiVersion");
  if (apiVersion === "") {
    return "apiVersion must not be empty";
  }
  const fieldsType = textOf(entry, "fieldsType");
  if (fieldsType !== "FieldsV1") {
    return fieldsType === ""
      ? `missing fieldsType in managed fields entry ${index}`
      : `invalid fieldsType ${quoteGo(fieldsType)} in managed fields entry ${index}`;
  }
  const set = decodeFieldSet(entry.fieldsV1);
  if (typeof set === "string") {
    return `error decoding set: ${set}`;
  }
  const owner: FieldManager = {
    manager: textOf(entry, "manager"),
    operation,
    apiVersion,
    subresource: textOf(entry, "subresource"),
  };
  const known = typeof time === "string" ? normalizeTime(time) : undefined;
  return known !== undefined ? { ...owner, time: known, set, decoded: set } : { ...owner, set, decoded: set };
}

/** In UTC and whole seconds, as all times in metadata are; undefined for what is no time. */
function normalizeTime(time: string): string | undefined {
  if (time.length === 20 && time.endsWith("Z")) {
    return time;
  }
  const { value } = parseTime(time);
  return value === undefined ? undefined : printTime(value);
}

function textOf(entry: JsonObject, key: string): string {
  const value = entry[key];
  return typeof value === "string" ? value : "";
}

/** As the wire has them, in Kubernetes' order. */
export function encodeManagedFields(managed: Managed): ManagedFieldsEntry[] {
  return [...managed.values()].map(withSeconds).sort(compareEntries).map(encodeEntry);
}

interface Dated {
  readonly entry: ManagedEntry;
  readonly seconds: number;
}

function withSeconds(entry: ManagedEntry): Dated {
  return { entry, seconds: secondsOf(entry) };
}

/** What has no time is older than anything. */
export function secondsOf({ time }: ManagedEntry): number {
  const parsed = time === undefined ? undefined : parseTime(time).value;
  return parsed === undefined ? 0 : Math.floor(parsed.getTime() / 1000);
}

function compareEntries(a: Dated, b: Dated): number {
  return (
    compareGoStrings(a.entry.operation, b.entry.operation) ||
    a.seconds - b.seconds ||
    compareGoStrings(a.entry.manager, b.entry.manager) ||
    compareGoStrings(a.entry.apiVersion, b.entry.apiVersion) ||
    compareGoStrings(a.entry.subresource, b.entry.subresource)
  );
}

function encodeEntry({ entry }: Dated): ManagedFieldsEntry {
  const { manager, operation, apiVersion, time, set, decoded, subresource } = entry;
  return {
    ...(manager === "" ? {} : { manager }),
    operation,
    apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: "FieldsV1",
    fieldsV1: set === decoded ? (set as unknown as JsonObject) : encodeFieldSet(set),
    ...(subresource === "" ? {} : { subresource }),
  };
}

/** `[]` and `[{}]` ask the server to forget who owns what. */
export function isReset(json: JsonValue | undefined): boolean {
  if (!Array.isArray(json) || json.length > 1) {
    return false;
  }
  const [only] = json;
  return (
    only === undefined || (isJsonObject(only) && Object.values(only).every((value) => value === null || value === ""))
  );
}
