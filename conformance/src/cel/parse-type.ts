import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  optionalType,
  stringType,
  structType,
  timestampType,
  uintType,
  wrapperType,
} from "@kiln/cel";

const simple: ReadonlyMap<string, CelType> = new Map([
  ["bool", boolType],
  ["bytes", bytesType],
  ["double", doubleType],
  ["duration", durationType],
  ["dyn", dynType],
  ["int", intType],
  ["null", nullType],
  ["string", stringType],
  ["timestamp", timestampType],
  ["uint", uintType],
]);

/** Parses a type as messages print it, such as `map(string, list(int))`. */
export function parseType(text: string): CelType {
  const [, name = "", inner = ""] = /^\s*([^(]*?)\s*(?:\((.*)\))?\s*$/.exec(text) ?? [];
  const parameters = splitOutside(inner).map(parseType);
  switch (name) {
    case "list":
      return listType(parameters[0] ?? dynType);
    case "map":
      return mapType(parameters[0] ?? dynType, parameters[1] ?? dynType);
    case "optional":
      return optionalType(parameters[0] ?? dynType);
    case "wrapper":
      return wrapperType(parameters[0] ?? dynType);
    default:
      return simple.get(name) ?? structType(name);
  }
}

/** Splits at commas outside of parentheses. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (character === "," && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return text === "" ? [] : [...parts, text.slice(start)];
}
