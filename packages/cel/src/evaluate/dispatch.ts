import type { FunctionDeclaration, Implementation, Overload } from "../check/declaration.ts";
import { type CelMap, elementAt, findInMap, isList, isMap, keysOf, listSize } from "../values/containers.ts";
import { kindOf, runtimeType } from "../values/kind-of.ts";
import type { CelType } from "../values/type.ts";
import { CelError, type CelValue, OpaqueValue } from "../values/value.ts";

/** Implementation that selects the overload by the values at run time, and returns an error if none matches. */
export function dispatcher(declaration: FunctionDeclaration, overload: Overload | undefined): Implementation {
  const overloads = overload === undefined ? declaration.overloads : [overload];
  const candidates = overloads.filter((candidate) => candidate.call !== undefined);
  return (...args) => {
    for (const candidate of candidates) {
      if (candidate.args.length === args.length && fits(candidate.args, args)) {
        return candidate.call!(...args);
      }
    }
    return noSuchOverloadFor(declaration.name, args);
  };
}

function noSuchOverloadFor(name: string, args: readonly CelValue[]): CelError {
  return new CelError(`no such overload: ${name}(${args.map((arg) => runtimeType(arg).name).join(", ")})`);
}

function fits(types: readonly CelType[], args: readonly CelValue[]): boolean {
  return types.every((type, index) => fitsType(type, args[index] as CelValue));
}

function fitsType(type: CelType, value: CelValue): boolean {
  switch (type.kind) {
    case "dyn":
    case "parameter":
      return true;
    case "opaque":
      return kindOf(value) === "opaque" && nameOf(value) === type.name;
    case "struct":
      return kindOf(value) === "map" || (value instanceof OpaqueValue && value.typeName === type.name);
    case "list":
      return isList(value) && (listSize(value) === 0 || fitsMember(type, 0, elementAt(value, 0)));
    case "map":
      return isMap(value) && fitsEntries(type, value);
    default:
      return kindOf(value) === type.kind;
  }
}

function fitsMember(type: CelType, parameter: number, member: CelValue): boolean {
  const expected = type.parameters[parameter];
  return expected === undefined || fitsType(expected, member);
}

// Only the first entry is checked, as in cel-go.
function fitsEntries(type: CelType, map: CelMap): boolean {
  for (const key of keysOf(map)) {
    return fitsMember(type, 0, key) && fitsMember(type, 1, findInMap(map, key) ?? null);
  }
  return true;
}

function nameOf(value: CelValue): string {
  return value instanceof OpaqueValue ? value.typeName : runtimeType(value).name;
}
