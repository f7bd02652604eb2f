import { getOwn, isJsonObject, type JsonObject, type JsonValue, parseTime } from "@kiln/api";
import { printHumanDuration } from "./human-duration.ts";

/** Column definition of a Table, in the order of its JSON. */
export interface ColumnDefinition extends JsonObject {
  name: string;
  type: string;
  format: string;
  description: string;
  priority: number;
}

/** Prints the columns and cells of a kind. */
export interface RowPrinter {
  readonly columns: readonly ColumnDefinition[];
  cells(object: JsonObject, now: Date): JsonValue[];
  /** Conditions of a row; undefined if it has none. */
  conditions?(object: JsonObject): JsonObject[] | undefined;
  /**
   * Kubernetes: kinds without columns of their own return null for no rows (registry/rest/table.go ConvertToTable,
   * v1.36).
   */
  readonly isEmptyNull?: true;
}

const NAME_DESCRIPTION: string =
  "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";

export const CREATED_DESCRIPTION: string =
  "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";

export function column(name: string, type: string, more: Partial<ColumnDefinition> = {}): ColumnDefinition {
  return { name, type, format: "", description: "", priority: 0, ...more };
}

export const NAME_COLUMN: ColumnDefinition = column("Name", "string", {
  format: "name",
  description: NAME_DESCRIPTION,
});

/**
 * Kubernetes: the type of the age column is string for built-in kinds and date for custom resources
 * (printers/internalversion/printers.go AddHandlers, v1.36).
 */
export const AGE_COLUMN: ColumnDefinition = column("Age", "string", { description: CREATED_DESCRIPTION });

export function nameOf(object: JsonObject): string {
  return String(metadataField(object, "name") ?? "");
}

/** Age of an object: time since its creation. */
export function ageOf(object: JsonObject, now: Date): string {
  return printAge(metadataField(object, "creationTimestamp"), now);
}

export function printAge(time: JsonValue | undefined, now: Date): string {
  const parsed = typeof time === "string" ? parseTime(time) : undefined;
  return parsed?.value === undefined ? "<unknown>" : printHumanDuration(now.getTime() - parsed.value.getTime());
}

export function metadataField(object: JsonObject, field: string): JsonValue | undefined {
  const metadata = getOwn(object, "metadata");
  return isJsonObject(metadata) ? getOwn(metadata, field) : undefined;
}

export function countKeys(object: JsonObject, field: string): number {
  const value = getOwn(object, field);
  return isJsonObject(value) ? Object.keys(value).length : 0;
}
