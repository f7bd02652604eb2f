import type { JsonObject } from "@kiln/api";
import type { Resource } from "@kiln/kinds";

/** The object as one webhook is to see it. */
export interface AdmissionView {
  readonly resource: Resource;
  readonly object: JsonObject | undefined;
  readonly oldObject: JsonObject | undefined;
}
