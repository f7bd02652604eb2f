import { deepCopy, type JsonObject } from "@kiln/api";
import type { AdmissionAttributes } from "./admission-plugin.ts";
import type { AdmissionView } from "./admission-view.ts";

/** Change of an object by a webhook or policy, in the version that it received. */
export interface Mutation {
  /** For messages: `mutating webhook "a.example.com"`. */
  readonly by: string;
  readonly resource: AdmissionView["resource"];
  readonly old: JsonObject;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Adds to the mutations of the request, if they are collected: only updates of kinds with marks need them. */
export function noteMutation(attributes: AdmissionAttributes, before: AdmissionView, change: Change): void {
  const { resource, object, oldObject } = before;
  if (attributes.mutations !== undefined && object !== undefined && oldObject !== undefined) {
    const { by, after } = change;
    // Copied: the object of the request is changed in place later on.
    attributes.mutations.push({ by, resource, old: oldObject, before: deepCopy(object), after: deepCopy(after) });
  }
}

export interface Change {
  readonly by: string;
  readonly after: JsonObject;
}
