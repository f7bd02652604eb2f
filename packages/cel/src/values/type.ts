import type { CelValue } from "./value.ts";

export type TypeKind =
  | "bool"
  | "bytes"
  | "double"
  | "duration"
  | "dyn"
  | "error"
  | "int"
  | "list"
  | "map"
  | "null"
  | "opaque"
  | "parameter"
  | "string"
  | "struct"
  | "timestamp"
  | "type"
  | "uint";

/** Type of an expression. Equal types are different objects: compare with {@link isSameType}. */
export interface CelType {
  readonly kind: TypeKind;
  /** Name as `type(x)` prints it; for a type parameter, its own name. */
  readonly name: string;
  readonly parameters: readonly CelType[];
  /** Whether the value may also be null. */
  readonly isWrapper?: boolean;
  /**
   * Decodes a JSON value, for types that JSON has no form for: dates, bytes, lists with their own equality. A decoded
   * value is returned unchanged.
   */
  readonly fromData?: (raw: CelValue) => CelValue;
}

function simple(kind: TypeKind, name: string): CelType {
  return { kind, name, parameters: [] };
}

export const boolType: CelType = simple("bool", "bool");
export const bytesType: CelType = simple("bytes", "bytes");
export const doubleType: CelType = simple("double", "double");
export const durationType: CelType = simple("duration", "google.protobuf.Duration");
export const dynType: CelType = simple("dyn", "dyn");
/** A type like dyn, of which only known lists and maps can be iterated. */
export const anyType: CelType = simple("dyn", "any");
export const errorType: CelType = simple("error", "error");
export const intType: CelType = simple("int", "int");
export const nullType: CelType = simple("null", "null_type");
export const stringType: CelType = simple("string", "string");
export const timestampType: CelType = simple("timestamp", "google.protobuf.Timestamp");
export const uintType: CelType = simple("uint", "uint");
export const typeType: CelType = simple("type", "type");

export function listType(element: CelType): CelType {
  return { kind: "list", name: "list", parameters: [element] };
}

export function mapType(key: CelType, value: CelType): CelType {
  return { kind: "map", name: "map", parameters: [key, value] };
}

/** Type of an object, whose fields the environment's type provider declares. */
export function structType(name: string): CelType {
  return simple("struct", name);
}

/** Type whose content only its library can access. */
export function opaqueType(name: string, ...parameters: readonly CelType[]): CelType {
  return { kind: "opaque", name, parameters };
}

export function optionalType(value: CelType): CelType {
  return opaqueType("optional_type", value);
}

export function typeParameter(name: string): CelType {
  return simple("parameter", name);
}

/** Type of a type: of `int`, it is `type(int)`. */
export function typeOfType(type: CelType): CelType {
  return { kind: "type", name: "type", parameters: [type] };
}

/** Type of a scalar that may be null. */
export function wrapperType(type: CelType): CelType {
  return { ...type, isWrapper: true };
}

export function isDyn(type: CelType): boolean {
  return type.kind === "dyn";
}

export function isOptionalType(type: CelType): boolean {
  return type.kind === "opaque" && type.name === "optional_type";
}

/** The type inside an optional, or the type itself. */
export function unwrapOptional(type: CelType): CelType {
  return isOptionalType(type) ? (type.parameters[0] ?? dynType) : type;
}

/** Whether kind, name and all parameters are the same. */
export function isSameType(left: CelType, right: CelType): boolean {
  return (
    left === right ||
    (left.kind === right.kind &&
      left.name === right.name &&
      left.parameters.length === right.parameters.length &&
      left.parameters.every((parameter, index) => isSameType(parameter, right.parameters[index]!)))
  );
}

/** Formats a type for messages. */
export function printType(type: CelType): string {
  switch (type.kind) {
    case "duration":
      return "duration";
    case "error":
      return "!error!";
    case "null":
      return "null";
    case "timestamp":
      return "timestamp";
    default:
  }
  if (type.parameters.length > 0) {
    return `${type.name}(${type.parameters.map(printType).join(", ")})`;
  }
  return type.isWrapper === true ? `wrapper(${type.name})` : type.name;
}

/** Formats a call for messages: `(int, string)`, or `string.(int)` for a member function. */
export function printSignature(argTypes: readonly CelType[], { isMember }: { readonly isMember: boolean }): string {
  const args = isMember ? argTypes.slice(1) : argTypes;
  const target = isMember && argTypes[0] !== undefined ? `${printType(argTypes[0])}.` : "";
  return `${target}(${args.map(printType).join(", ")})`;
}
