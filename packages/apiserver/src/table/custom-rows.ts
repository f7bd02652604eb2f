import {
  findFirst,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  parseJsonPath,
  parseTime,
  printGoJson,
  printGoNumber,
} from "@kiln/api";
import {
  AGE,
  type Column,
  column,
  NAME_COLUMN,
  nameOf,
  printHumanDuration,
  type Resource,
  type RowPrinter,
} from "@kiln/kinds";

/** Printer of the columns of a CRD, each read from the object by its path. */
export function createCustomRows(resource: Resource): RowPrinter {
  const columns = readableColumns(resource.table.columns.length === 0 ? [AGE] : resource.table.columns);
  return {
    columns: [NAME_COLUMN, ...columns.map(({ definition }) => toHeading(definition))],
    cells: (object, now) => [
      nameOf(object),
      ...columns.map(({ definition, path }) => printCell(object, { type: definition.type, path, now })),
    ],
  };
}

interface ReadableColumn {
  readonly definition: Column;
  readonly path: JsonPath;
}

/**
 * Valid columns. Kubernetes: the first column with an invalid path ends the table; columns before it are printed
 * (registry/customresource/tableconvertor/tableconvertor.go New, v1.36).
 */
function readableColumns(definitions: readonly Column[]): ReadableColumn[] {
  const columns: ReadableColumn[] = [];
  for (const definition of definitions) {
    const path = parseJsonPath(definition.jsonPath);
    if (path.error !== undefined) {
      return columns;
    }
    columns.push({ definition, path: path.value });
  }
  return columns;
}

function toHeading({ name, type, format = "", description = "", priority = 0, jsonPath }: Column) {
  const text = description || `Custom resource definition column (in JSONPath format): ${jsonPath}`;
  return column(name, type, { format, description: text, priority: Number(priority) });
}

interface Cell {
  readonly type: string;
  readonly path: JsonPath;
  readonly now: Date;
}

/**
 * Kubernetes: of several values at a path, the first is printed (customresource/tableconvertor/tableconvertor.go
 * ConvertToTable, v1.36).
 */
function printCell(object: JsonObject, { type, path, now }: Cell): JsonValue {
  const value = findFirst(path, object);
  if (value === undefined) {
    return null;
  }
  switch (type) {
    case "string":
      return printText(value);
    case "integer":
      return toInteger(value);
    case "number":
      return typeof value === "number" || typeof value === "bigint" ? Number(value) : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? printDate(value, now) : null;
    default:
      return null;
  }
}

function printText(value: JsonValue): string {
  if (value === null) {
    return "<no value>";
  }
  if (typeof value === "object") {
    return printGoJson(value);
  }
  return typeof value === "number" || typeof value === "bigint" ? printGoNumber(value) : String(value);
}

const MIN_INT64 = -(2n ** 63n);

function toInteger(value: JsonValue): JsonValue {
  if (typeof value === "bigint") {
    return value;
  }
  if (typeof value !== "number") {
    return null;
  }
  const whole = Math.trunc(value);
  if (Number.isSafeInteger(whole)) {
    return whole + 0;
  }
  // Kubernetes: a float beyond 64 bits becomes the smallest integer, as on amd64
  // (customresource/tableconvertor/tableconvertor.go cellForJSONValue, v1.36).
  return Math.abs(whole) < 2 ** 63 ? BigInt(whole) : MIN_INT64;
}

function printDate(text: string, now: Date): string {
  if (text === "") {
    return "<unknown>";
  }
  const time = parseTime(text);
  return time.value === undefined ? "<invalid>" : printHumanDuration(now.getTime() - time.value.getTime());
}
