import type { JsonObject } from "@kiln/api";
import { fieldOf, textOf } from "./field.ts";
import type { Violation } from "./violation.ts";

const ANNOTATION = "snapshot.storage.kubernetes.io/is-default-class";

export interface ClassChange {
  readonly object: JsonObject;
  readonly old: JsonObject | undefined;
  /** Classes known so far. If two default classes are created at the same moment, both may be allowed. */
  readonly classes: Iterable<JsonObject>;
}

/** Violations of the rule that a driver may have one default class. An existing default class may always stay. */
export function checkDefaultClass({ object, old, classes }: ClassChange): Violation[] {
  const driver = textOf(object, "driver");
  if (!isDefaultClass(object) || (old !== undefined && isDefaultClass(old) && textOf(old, "driver") === driver)) {
    return [];
  }
  const own = textOf(object, "metadata.name");
  return [...classes]
    .filter((other) => isDefaultClass(other) && textOf(other, "driver") === driver)
    .map((other) => textOf(other, "metadata.name"))
    .filter((name) => name !== own)
    .map((name) => ({
      rule: "default-class-unique",
      field: `metadata.annotations[${ANNOTATION}]`,
      message: `must be on one class of driver ${JSON.stringify(driver)} only, and ${JSON.stringify(name)} has it`,
    }));
}

/** Whether a class is marked as the default of its driver. */
export function isDefaultClass(object: JsonObject): boolean {
  const annotations = fieldOf(object, "metadata.annotations");
  return Object.entries(annotations ?? {}).some(([key, value]) => key === ANNOTATION && value === "true");
}
