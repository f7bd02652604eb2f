import { isJsonObject, type JsonObject, type JsonValue, objectAt, objectsAt, textAt } from "@kiln/api";

export interface Column {
  readonly name: string;
  readonly description: string;
  /** Priority of the column: 0 is always shown, higher ones where there is room. */
  readonly priority: number;
}

export interface Row {
  /** Key of the object: `namespace/name`, or the name. */
  readonly key: string;
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly createdMs: number;
  readonly isDeleting: boolean;
  readonly cells: readonly JsonValue[];
  readonly labels: JsonObject;
}

/** Rows of a table, ordered by key. Changed in place; `rows()` sorts again only after a change. */
export interface TableRows {
  readonly columns: readonly Column[];
  rows(): readonly Row[];
  /** Adds or replaces the rows of a Table, and its columns if it has any. */
  put(table: JsonObject): void;
  remove(table: JsonObject): void;
  /** Removes rows that are not among these keys. */
  keepOnly(keys: ReadonlySet<string>): void;
}

export function createTableRows(): TableRows {
  const byKey = new Map<string, Row>();
  let columns: readonly Column[] = [];
  let sorted: readonly Row[] | undefined = [];
  const replace = (change: () => void): void => {
    change();
    sorted = undefined;
  };
  return {
    get columns() {
      return columns;
    },
    rows() {
      sorted ??= [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
      return sorted;
    },
    put(table) {
      const given = objectsAt(table, "columnDefinitions");
      columns = given.length > 0 ? given.map(toColumn) : columns;
      replace(() => {
        for (const row of readRows(table)) {
          byKey.set(row.key, row);
        }
      });
    },
    remove(table) {
      replace(() => {
        for (const { key } of readRows(table)) {
          byKey.delete(key);
        }
      });
    },
    keepOnly(keys) {
      replace(() => {
        for (const key of byKey.keys()) {
          if (!keys.has(key)) {
            byKey.delete(key);
          }
        }
      });
    },
  };
}

export function readRows(table: JsonObject): readonly Row[] {
  return objectsAt(table, "rows").map(toRow);
}

function toColumn(column: JsonObject): Column {
  const { priority } = column;
  return {
    name: textAt(column, "name"),
    description: textAt(column, "description"),
    priority: typeof priority === "number" ? priority : 0,
  };
}

function toRow(row: JsonObject): Row {
  const metadata = objectAt(row, "object", "metadata");
  const [namespace, name] = [textAt(metadata, "namespace"), textAt(metadata, "name")];
  return {
    key: namespace === "" ? name : `${namespace}/${name}`,
    name,
    namespace,
    uid: textAt(metadata, "uid"),
    createdMs: Date.parse(textAt(metadata, "creationTimestamp")),
    isDeleting: metadata.deletionTimestamp !== undefined,
    cells: Array.isArray(row.cells) ? row.cells : [],
    labels: objectAt(metadata, "labels"),
  };
}

/** Rows whose key, cells or labels contain every word of the filter, ignoring case. */
export function filterRows(rows: readonly Row[], filter: string): readonly Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? rows : rows.filter((row) => hasWords(row, words));
}

function hasWords(row: Row, words: readonly string[]): boolean {
  const labels = Object.entries(row.labels).map(([name, value]) => `${name}=${String(value)}`);
  const text = [row.key, ...row.cells.map(printCell), ...labels].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

export function printCell(cell: JsonValue | undefined): string {
  if (cell === undefined || cell === null) {
    return "";
  }
  return isJsonObject(cell) || Array.isArray(cell) ? JSON.stringify(cell) : String(cell);
}

/** Kubernetes: durations as `kubectl get` prints them (util/duration/duration.go HumanDuration, v1.36). */
export function printAge(createdMs: number, nowMs: number): string {
  const seconds = Math.floor((nowMs - createdMs) / 1000);
  if (Number.isNaN(seconds) || seconds < -1) {
    return "";
  }
  const steps: readonly (readonly [below: number, unit: number, letter: string])[] = [
    [120, 1, "s"],
    [3 * 3600, 60, "m"],
    [48 * 3600, 3600, "h"],
    [2 * 365 * 86_400, 86_400, "d"],
    [Number.POSITIVE_INFINITY, 365 * 86_400, "y"],
  ];
  const [, unit, letter] = steps.find(([below]) => seconds < below) as (typeof steps)[number];
  return `${Math.max(0, Math.floor(seconds / unit))}${letter}`;
}
