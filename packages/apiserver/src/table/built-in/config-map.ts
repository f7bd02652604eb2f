import { AGE_COLUMN, ageOf, column, countKeys, NAME_COLUMN, nameOf, type RowPrinter } from "../row-printer.ts";

export const configMapRows: RowPrinter = {
  columns: [NAME_COLUMN, column("Data", "string", { description: "How many entries there are." }), AGE_COLUMN],
  cells: (object, now) => [
    nameOf(object),
    countKeys(object, "data") + countKeys(object, "binaryData"),
    ageOf(object, now),
  ],
};
