import type { ObjectKind, ObjectRef } from "../references/object-ref.ts";
import type { SettingValues } from "./settings.ts";

/** Error of an invalid setting. The message names it and the allowed values. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

export function isSet(values: SettingValues, flag: string): boolean {
  return (values.get(flag) ?? "false").toLowerCase() === "true";
}

export function numberOf(values: SettingValues, flag: string, fallback: number): number {
  const text = values.get(flag);
  if (text === undefined) {
    return fallback;
  }
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) {
    throw new SettingError(`--${flag} takes a number, not "${text}"`);
  }
  return value;
}

export function listOf(values: SettingValues, flag: string): readonly string[] {
  const parts = (values.get(flag) ?? "").split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

export function oneOf<T extends string>(values: SettingValues, flag: string, allowed: readonly [T, ...T[]]): T {
  const text = values.get(flag) ?? allowed[0];
  const found = allowed.find((each) => each.toLowerCase() === text.toLowerCase());
  if (found === undefined) {
    throw new SettingError(`--${flag} takes ${allowed.join(" or ")}, not "${text}"`);
  }
  return found;
}

export function modeOf(text: string): number {
  if (!/^0?[0-7]{3}$/.test(text)) {
    throw new SettingError(`a mode is three octal digits such as 640, not "${text}"`);
  }
  return Number.parseInt(text, 8);
}

const KINDS: Readonly<Record<string, ObjectKind>> = { configmap: "ConfigMap", secret: "Secret" };

/** Objects of `NAME`, `KIND/NAME` or `NAMESPACE/KIND/NAME`: omitted parts mean all configured kinds or namespaces. */
export function refsOf(
  text: string,
  { kinds, namespaces }: { readonly kinds: readonly ObjectKind[]; readonly namespaces: readonly string[] | undefined },
): ObjectRef[] {
  const [name = "", kindText, namespace, ...rest] = text.split("/").reverse();
  const kind = kindText === undefined ? undefined : KINDS[kindText.toLowerCase()];
  if (name === "" || rest.length > 0 || (kindText !== undefined && kind === undefined)) {
    throw new SettingError(
      `"${text}" must be NAME, KIND/NAME or NAMESPACE/KIND/NAME, with the kind configmap or secret`,
    );
  }
  const inNamespaces = namespace === undefined ? namespaces : [namespace];
  if (inNamespaces === undefined) {
    throw new SettingError(`"${text}" needs its namespace, as NAMESPACE/KIND/NAME, where the namespace is ALL`);
  }
  return inNamespaces.flatMap((one) =>
    (kind === undefined ? kinds : [kind]).map((each) => ({ kind: each, namespace: one, name })),
  );
}
