import { asObject, type JsonObject, listAt } from "@kiln/api";

/** Formats a Table of the server as kubectl does: columns of priority 0, three spaces in between. */
export function printTable(table: JsonObject, { hasHeader = true }: { readonly hasHeader?: boolean } = {}): string {
  const columns = listAt(table, "columnDefinitions").map(asObject);
  const shown = columns.flatMap(({ priority }, index) => (Number(priority ?? 0) === 0 ? [index] : []));
  const head = shown.map((index) => String(columns[index]?.name).toUpperCase());
  const rows = listAt(table, "rows").map((row) => {
    const cells = listAt(asObject(row), "cells");
    return shown.map((index) => printCell(cells[index]));
  });
  return printColumns(hasHeader ? [head, ...rows] : rows);
}

function printCell(cell: unknown): string {
  const text = cell === null || cell === undefined || cell === "" ? "<none>" : String(cell);
  return text.split("\n", 1)[0] as string;
}

/** Rows of cells, each column as wide as its widest cell. */
export function printColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    }
  }
  const print = (row: readonly string[]) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("   ");
  return rows.map((row) => `${print(row).trimEnd()}\n`).join("");
}
