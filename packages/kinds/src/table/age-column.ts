import type { Column } from "../resource/resource.ts";
import { CREATED_DESCRIPTION } from "./row-printer.ts";

/** Age column of custom resources whose CRD declares no columns. */
export const AGE: Column = {
  name: "Age",
  type: "date",
  description: CREATED_DESCRIPTION,
  jsonPath: ".metadata.creationTimestamp",
};
