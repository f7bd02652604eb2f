import { createQuantity, type JsonObject, type Quantity } from "@kiln/api";
import type { ResourceList } from "@kiln/kinds";
import type { AdmissionAttributes } from "../admission-plugin.ts";

/** Requirement of a quota's scope: objects that it applies to. */
export interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** Computes the usage of one kind's objects, by the resource names of quotas. */
export interface QuotaEvaluator {
  /** Whether the write can change the usage. */
  handles(attributes: AdmissionAttributes): boolean;
  /** Sorted names of the quota's resources that limit objects of this kind. */
  matchingNames(names: readonly string[]): string[];
  usage(object: JsonObject, now: Date): ResourceList;
  /** Error that names limited resources which the object does not specify; undefined if it specifies all. */
  constraints?(names: readonly string[], object: JsonObject): string | undefined;
  /** Whether an object is in a scope; absent: objects of the kind are in no scope. */
  matchesScope?(requirement: ScopeRequirement, object: JsonObject): boolean;
  /** True if each object counts as one, whatever its content, so that it need not be decoded. */
  readonly isCount?: true;
}

export const ONE: Quantity = createQuantity(1n, "DecimalSI");
export const ZERO: Quantity = createQuantity(0n, "DecimalSI");

/** Name under which quotas limit the number of objects of a kind. */
export function countName(group: string, plural: string): string {
  return group === "" ? `count/${plural}` : `count/${plural}.${group}`;
}

export function pickNames(names: readonly string[], isMatch: (name: string) => boolean): string[] {
  return [...new Set(names.filter(isMatch))].sort();
}

/** Whether a requirement matches a value, as a label selector with one requirement matches a label. */
export function matchesValue({ operator, values }: ScopeRequirement, value: string): boolean {
  switch (operator) {
    case "In":
      return value !== "" && values.includes(value);
    case "NotIn":
      return value === "" || !values.includes(value);
    case "Exists":
      return value !== "";
    default:
      return value === "";
  }
}
