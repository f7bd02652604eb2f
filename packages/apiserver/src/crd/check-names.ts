import { checkDns1035Label, type FieldError, type FieldPath, invalid, required } from "@kiln/api";
import type { DefinitionNames } from "@kiln/kinds";

/** Validates names that a spec must have and a status need not. */
export function checkRequiredNames(names: DefinitionNames, path: FieldPath): FieldError[] {
  return (["plural", "singular", "kind", "listKind"] as const)
    .filter((key) => !names[key])
    .map((key) => required(path.child(key), ""));
}

export function checkNames(names: DefinitionNames, path: FieldPath): FieldError[] {
  const { plural, singular = "", kind, listKind = "", shortNames = [], categories = [] } = names;
  const isAmbiguous = kind !== "" && kind === listKind;
  return [
    ...checkResourceName(plural, path.child("plural")),
    ...checkResourceName(singular, path.child("singular")),
    ...checkKind(kind, path.child("kind")),
    ...checkKind(listKind, path.child("listKind")),
    ...shortNames.flatMap((name, index) => checkLabel(name, path.child("shortNames").index(index))),
    ...(isAmbiguous ? [invalid(path.child("listKind"), listKind, "kind and listKind may not be the same")] : []),
    ...categories.flatMap((name, index) => checkLabel(name, path.child("categories").index(index))),
  ];
}

function checkResourceName(name: string, path: FieldPath): FieldError[] {
  return name === "" ? [] : checkLabel(name, path);
}

export function checkLabel(name: string, path: FieldPath): FieldError[] {
  const faults = checkDns1035Label(name);
  return faults.length === 0 ? [] : [invalid(path, name, faults.join(","))];
}

function checkKind(kind: string, path: FieldPath): FieldError[] {
  const faults = kind === "" ? [] : checkDns1035Label(kind.toLowerCase());
  return faults.length === 0
    ? []
    : [invalid(path, kind, `may have mixed case, but should otherwise match: ${faults.join(",")}`)];
}
