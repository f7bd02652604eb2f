import type {
  TSEnumDeclaration,
  TSInterfaceDeclaration,
  TSInterfaceHeritage,
  TSLiteral,
  TSSignature,
  TSType,
  TSTypeAliasDeclaration,
  TSTypeParameterInstantiation,
} from "oxc-parser";
import type { TsComments } from "./ts-comments.ts";
import type { TsMember, TsType } from "./ts-file.ts";

export type TsSource = TsComments;

/** Names of the parameters of a generic type. */
export function parameterNames({ typeParameters }: TSInterfaceDeclaration | TSTypeAliasDeclaration): string[] {
  return typeParameters?.params.map(({ name }) => name.name) ?? [];
}

export function convertTsInterface({ extends: bases, body }: TSInterfaceDeclaration, source: TsSource): TsType {
  const own = convertMembers(body.body, source);
  return bases.length === 0 ? own : { kind: "intersection", of: [...bases.map((base) => toBase(base, source)), own] };
}

function toBase({ expression, typeArguments }: TSInterfaceHeritage, source: TsSource): TsType {
  const name = expression.type === "Identifier" ? expression.name : lastName(expression);
  return { kind: "name", name, arguments: convertArguments(typeArguments, source) };
}

/** Union of an enum's values: `enum A { X = "x" }` is the same as `"x"`. */
export function convertTsEnum({ body }: TSEnumDeclaration): TsType {
  let next = 0;
  const of = body.members.map(({ initializer }): TsType => {
    const given = initializer === null ? next : literalOf(initializer);
    next = typeof given === "number" ? given + 1 : next;
    return given === undefined ? { kind: "other", word: "computed enum" } : { kind: "literal", value: given };
  });
  return { kind: "union", of };
}

/** TypeScript's keyword types. */
const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ["TSAnyKeyword", "any"],
  ["TSBigIntKeyword", "bigint"],
  ["TSBooleanKeyword", "boolean"],
  ["TSNeverKeyword", "never"],
  ["TSNullKeyword", "null"],
  ["TSNumberKeyword", "number"],
  ["TSObjectKeyword", "object"],
  ["TSStringKeyword", "string"],
  ["TSSymbolKeyword", "symbol"],
  ["TSUndefinedKeyword", "undefined"],
  ["TSUnknownKeyword", "unknown"],
  ["TSVoidKeyword", "void"],
  // A template literal is a string, whatever its parts.
  ["TSTemplateLiteralType", "string"],
]);

/** Names of types that cannot be encoded as JSON, for error messages. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ["TSConditionalType", "conditional"],
  ["TSConstructorType", "function"],
  ["TSFunctionType", "function"],
  ["TSIndexedAccessType", "indexed access"],
  ["TSInferType", "infer"],
  ["TSMappedType", "mapped"],
  ["TSThisType", "this"],
  ["TSTupleType", "tuple"],
  ["TSTypePredicate", "predicate"],
  ["TSTypeQuery", "typeof"],
]);

export function convertTsType(type: TSType, source: TsSource): TsType {
  const convert = (inner: TSType) => convertTsType(inner, source);
  switch (type.type) {
    case "TSArrayType":
      return { kind: "list", of: convert(type.elementType) };
    case "TSUnionType":
      return { kind: "union", of: type.types.map(convert) };
    case "TSIntersectionType":
      return { kind: "intersection", of: type.types.map(convert) };
    case "TSLiteralType":
      return convertLiteral(type.literal);
    case "TSTypeLiteral":
      return convertMembers(type.members, source);
    case "TSParenthesizedType":
      return convert(type.typeAnnotation);
    case "TSTypeOperator":
      return type.operator === "readonly" ? convert(type.typeAnnotation) : { kind: "other", word: type.operator };
    case "TSTypeReference":
      return { kind: "name", name: lastName(type.typeName), arguments: convertArguments(type.typeArguments, source) };
    case "TSImportType": {
      const name = type.qualifier === null ? "import" : lastName(type.qualifier);
      return { kind: "name", name, arguments: convertArguments(type.typeArguments, source) };
    }
    default: {
      const name = KEYWORDS.get(type.type);
      return name === undefined
        ? { kind: "other", word: OTHERS.get(type.type) ?? type.type }
        : { kind: "name", name, arguments: [] };
    }
  }
}

function convertArguments(given: TSTypeParameterInstantiation | null | undefined, source: TsSource): TsType[] {
  return given?.params.map((type) => convertTsType(type, source)) ?? [];
}

/** Last name of a qualified name: `C` of `a.b.C`. */
function lastName(node: { readonly type: string }): string {
  const { name, right, property } = node as { name?: string; right?: { name: string }; property?: { name?: string } };
  return name ?? right?.name ?? property?.name ?? node.type;
}

function convertLiteral(literal: TSLiteral): TsType {
  const value = literalOf(literal);
  return value === undefined ? { kind: "name", name: "string", arguments: [] } : { kind: "literal", value };
}

function literalOf(node: { readonly type: string }): string | number | boolean | undefined {
  const { value, operator, argument } = node as { value?: unknown; operator?: string; argument?: { type: string } };
  if (node.type === "Literal") {
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
  }
  const inner = node.type === "UnaryExpression" && argument !== undefined ? literalOf(argument) : undefined;
  return typeof inner === "number" ? (operator === "-" ? -inner : inner) : undefined;
}

function convertMembers(members: readonly TSSignature[], source: TsSource): TsType {
  let index: TsType | undefined;
  const named: TsMember[] = [];
  for (const member of members) {
    if (member.type === "TSIndexSignature") {
      index = convertTsType(member.typeAnnotation.typeAnnotation, source);
    } else if (member.type === "TSPropertySignature" || member.type === "TSMethodSignature") {
      named.push(...convertMember(member, source));
    }
    // Call and construct signatures are no fields.
  }
  return { kind: "object", members: named, ...(index === undefined ? {} : { index }) };
}

type NamedSignature = Extract<TSSignature, { type: "TSPropertySignature" | "TSMethodSignature" }>;

/** Member of an object type. A computed name, such as `[Symbol.iterator]`, is not part of its JSON. */
function convertMember(member: NamedSignature, source: TsSource): TsMember[] {
  const { key, optional, start } = member;
  const name = key.type === "Identifier" && !member.computed ? key.name : literalOf(key);
  if (name === undefined) {
    return [];
  }
  return [
    {
      name: String(name),
      isOptional: optional,
      type: memberType(member, source),
      comment: source.before(start),
      position: source.positionOf(start),
    },
  ];
}

function memberType(member: NamedSignature, source: TsSource): TsType {
  if (member.type === "TSMethodSignature") {
    return { kind: "other", word: "method" };
  }
  const { typeAnnotation } = member;
  return typeAnnotation === null
    ? { kind: "name", name: "unknown", arguments: [] }
    : convertTsType(typeAnnotation.typeAnnotation, source);
}
