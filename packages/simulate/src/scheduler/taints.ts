import type { Taint, Toleration } from "../objects.ts";

export function tolerates(tolerations: readonly Toleration[], taint: Taint): boolean {
  return tolerations.some(
    ({ key = "", operator = "Equal", value = "", effect = "" }) =>
      (effect === "" || effect === taint.effect) &&
      (key === "" ? operator === "Exists" : key === taint.key) &&
      (operator === "Exists" || value === (taint.value ?? "")),
  );
}

export function untolerated(tolerations: readonly Toleration[], taints: readonly Taint[]): Taint | undefined {
  return taints.find(
    ({ effect, ...rest }) => effect !== "PreferNoSchedule" && !tolerates(tolerations, { effect, ...rest }),
  );
}

/** Taints with PreferNoSchedule that the Pod does not tolerate. */
export function intolerablePreferences(tolerations: readonly Toleration[], taints: readonly Taint[]): number {
  const soft = tolerations.filter(({ effect = "" }) => effect === "" || effect === "PreferNoSchedule");
  return taints.filter((taint) => taint.effect === "PreferNoSchedule" && !tolerates(soft, taint)).length;
}
