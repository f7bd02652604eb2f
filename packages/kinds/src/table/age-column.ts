import type { Column } from "../resource/resource.ts";
import { CREATED_DESCRIPTION } from "./row-printer.ts";

/** The age column, which custom kinds have unless they declare columns. */
export const AGE: Column = {
  name: "Age",
  type: "date",
  description: CREATED_DESCRIPTION,
  jsonPath: ".metadata.creationTimestamp",
};
