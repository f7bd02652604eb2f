import type { Column } from "../resource/resource.ts";
import { CREATED_DESCRIPTION } from "./row-printer.ts";

/** The column of the age, which custom kinds have unless they say otherwise. */
export const AGE: Column = {
  name: "Age",
  type: "date",
  description: CREATED_DESCRIPTION,
  jsonPath: ".metadata.creationTimestamp",
};
