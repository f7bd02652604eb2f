import { deepCopy, type JsonObject } from "@kiln/api";
import type { AdmissionAttributes } from "./admission-plugin.ts";
import type { AdmissionView } from "./admission-view.ts";

/** Change of an object by one webhook or policy, in the version that it received. */
export interface Mutation {
  /** Name for messages: `mutating webhook "a.example.com"`. */
  readonly by: string;
  readonly resource: AdmissionView["resource"];
  readonly old: JsonObject;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Records a change in the mutations of the request, if they are collected, as for updates of kinds with marks. */
export function noteMutation(attributes: AdmissionAttributes, before: AdmissionView, change: Change): void {
  const { resource, object, oldObject } = before;
  if (attributes.mutations !== undefined && object !== undefined && oldObject !== undefined) {
    const { by, after } = change;
    // Copied, because later plugins change the object in place.
    attributes.mutations.push({ by, resource, old: oldObject, before: deepCopy(object), after: deepCopy(after) });
  }
}

export interface Change {
  readonly by: string;
  readonly after: JsonObject;
}
