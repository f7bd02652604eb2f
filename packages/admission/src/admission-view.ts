import type { JsonObject } from "@kiln/api";
import type { Resource } from "@kiln/kinds";

/** The object in the version that one webhook receives. */
export interface AdmissionView {
  readonly resource: Resource;
  readonly object: JsonObject | undefined;
  readonly oldObject: JsonObject | undefined;
}
