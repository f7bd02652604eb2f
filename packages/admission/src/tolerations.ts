import { deepEqual, type JsonObject, textAt } from "@kiln/api";

/** Union of two lists of tolerations, without those that another one covers. */
export function mergeTolerations(first: readonly JsonObject[], second: readonly JsonObject[]): JsonObject[] {
  const all = [...first, ...second];
  const merged: JsonObject[] = [];
  for (const [i, one] of all.entries()) {
    const isCovered = merged.some((other) => goesAsFar(other, one));
    const willBe = all.slice(i + 1).some((other) => !deepEqual(one, other) && goesAsFar(other, one));
    if (!isCovered && !willBe) {
      merged.push(one);
    }
  }
  return merged;
}

/** Whether each toleration is covered by an allowed one; an empty list allows all. */
export function areTolerationsAllowed(tolerations: readonly JsonObject[], allowed: readonly JsonObject[]): boolean {
  return allowed.length === 0 || tolerations.every((one) => allowed.some((other) => goesAsFar(other, one)));
}

/** Whether `wide` tolerates all taints that `narrow` tolerates. */
function goesAsFar(wide: JsonObject, narrow: JsonObject): boolean {
  if (deepEqual(wide, narrow)) {
    return true;
  }
  const [key, operator, effect] = [textAt(wide, "key"), textAt(wide, "operator"), textAt(wide, "effect")];
  if (textAt(narrow, "key") !== key && !(key === "" && operator === "Exists")) {
    return false;
  }
  if (effect !== "" && textAt(narrow, "effect") !== effect) {
    return false;
  }
  if (effect === "NoExecute" && isShorter(wide, narrow)) {
    return false;
  }
  if (operator === "Exists") {
    return true;
  }
  return textAt(narrow, "operator") === "Equal" && textAt(narrow, "value") === textAt(wide, "value");
}

function isShorter({ tolerationSeconds: wide = null }: JsonObject, narrow: JsonObject): boolean {
  const { tolerationSeconds: given = null } = narrow;
  return wide !== null && (given === null || Number(given) > Number(wide));
}
