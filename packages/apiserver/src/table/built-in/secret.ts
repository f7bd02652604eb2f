import { getOwn } from "@kiln/api";
import { AGE_COLUMN, ageOf, column, countKeys, NAME_COLUMN, nameOf, type RowPrinter } from "../row-printer.ts";

export const secretRows: RowPrinter = {
  columns: [
    NAME_COLUMN,
    column("Type", "string", { description: "What the secret is for." }),
    column("Data", "string", { description: "How many entries there are." }),
    AGE_COLUMN,
  ],
  cells: (object, now) => [
    nameOf(object),
    String(getOwn(object, "type") ?? ""),
    countKeys(object, "data"),
    ageOf(object, now),
  ],
};
