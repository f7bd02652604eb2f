import { getOwn, isJsonObject } from "@kiln/api";
import { AGE_COLUMN, ageOf, column, NAME_COLUMN, nameOf, type RowPrinter } from "../row-printer.ts";

export const namespaceRows: RowPrinter = {
  columns: [NAME_COLUMN, column("Status", "string", { description: "The status of the namespace" }), AGE_COLUMN],
  cells(object, now) {
    const status = getOwn(object, "status");
    const phase = isJsonObject(status) ? getOwn(status, "phase") : undefined;
    return [nameOf(object), String(phase ?? ""), ageOf(object, now)];
  },
};
