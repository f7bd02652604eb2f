import { createQuantity, type JsonObject, type Quantity } from "@kiln/api";
import type { ResourceList } from "@kiln/kinds";
import type { AdmissionAttributes } from "../admission-plugin.ts";

/** Scope of a quota: the objects of a kind that it covers. */
export interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** Usage of one kind of objects, by the resource names of quotas. */
export interface QuotaEvaluator {
  /** Whether the write can change the usage. */
  handles(attributes: AdmissionAttributes): boolean;
  /** The names that apply to the kind, sorted. */
  matchingNames(names: readonly string[]): string[];
  usage(object: JsonObject, now: Date): ResourceList;
  /** Limited resources that the object does not specify. */
  constraints?(names: readonly string[], object: JsonObject): string | undefined;
  /** Absent: objects of the kind are in no scope. */
  matchesScope?(requirement: ScopeRequirement, object: JsonObject): boolean;
  /** Each object counts once, whatever its content: it need not be decoded. */
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

/** As a label selector with one requirement would match one label. */
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
