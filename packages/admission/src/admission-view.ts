import type { JsonObject } from "@kiln/api";
import type { Resource } from "@kiln/kinds";

/** New and old object of a request in the version that one webhook receives. */
export interface AdmissionView {
  readonly resource: Resource;
  readonly object: JsonObject | undefined;
  readonly oldObject: JsonObject | undefined;
}
