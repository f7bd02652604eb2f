import { CREATED_DESCRIPTION, column, metadataField, NAME_COLUMN, nameOf, type RowPrinter } from "@kiln/kinds";

/**
 * Rows of kinds without columns of their own. Kubernetes: these print a time, all other kinds an age
 * (registry/rest/table.go ConvertToTable, v1.36).
 */
export const defaultRows: RowPrinter = {
  columns: [NAME_COLUMN, column("Created At", "date", { description: CREATED_DESCRIPTION })],
  cells: (object) => [nameOf(object), String(metadataField(object, "creationTimestamp") ?? "0001-01-01T00:00:00Z")],
  isEmptyNull: true,
};
