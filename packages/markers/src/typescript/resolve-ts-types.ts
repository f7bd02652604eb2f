import type { Marker } from "../marker/marker.ts";
import { allowNull, OR_NULL } from "../schema/allow-null.ts";
import type { SourceDeclaration, SourceField, SourceType } from "../source-model.ts";
import type { SourceFault, SourcePosition } from "../source-position.ts";
import { knownTsTypes } from "./known-ts-types.ts";
import { mergeVariants } from "./merge-variants.ts";
import { readTsComment } from "./read-ts-comment.ts";
import type { TsDeclaration, TsFile, TsMember, TsType } from "./ts-file.ts";
import type { TsModule } from "./ts-module.ts";

export interface TsResolver {
  /** Declaration of a type; the same object for each call with that type. */
  declare(declaration: TsDeclaration, file: TsFile): SourceDeclaration;
}

interface Resolver {
  readonly module: TsModule;
  readonly faults: SourceFault[];
  readonly declared: Map<TsDeclaration, SourceDeclaration>;
}

/** File and generic arguments of a type. */
interface Scope {
  readonly resolver: Resolver;
  readonly file: TsFile;
  /** Arguments of a generic type, by parameter name. */
  readonly parameters: ReadonlyMap<string, SourceType>;
  readonly position: SourcePosition;
}

const ANYTHING: SourceType = { kind: "known", schema: { "x-kubernetes-preserve-unknown-fields": true } };

export function createTsResolver(module: TsModule, faults: SourceFault[]): TsResolver {
  const resolver: Resolver = { module, faults, declared: new Map() };
  return { declare: (declaration, file) => declare(resolver, declaration, { file, parameters: [] }) };
}

function declare(
  resolver: Resolver,
  declaration: TsDeclaration,
  { file, parameters }: { readonly file: TsFile; readonly parameters: readonly SourceType[] },
): SourceDeclaration {
  const known = parameters.length === 0 ? resolver.declared.get(declaration) : undefined;
  if (known !== undefined) {
    return known;
  }
  const { name, position } = declaration;
  const named = declaration.parameters.map((each, index) => [each, parameters[index] ?? ANYTHING] as const);
  const scope: Scope = { resolver, file, parameters: new Map(named), position };
  const { markers, description } = readTsComment(declaration.comment);
  const base = { name, markers, description, position, values: [], isOptionalByDefault: false };
  const built: SourceDeclaration = { ...base, type: resolve(declaration.type, scope) };
  if (parameters.length === 0) {
    resolver.declared.set(declaration, built);
  }
  return built;
}

function resolve(type: TsType, scope: Scope): SourceType {
  switch (type.kind) {
    case "name":
      return resolveName(type, scope);
    case "literal":
      return { kind: "known", schema: literals([type.value]) };
    case "list":
      return { kind: "list", of: resolve(type.of, scope) };
    case "object":
      return type.index !== undefined && type.members.length === 0
        ? { kind: "map", values: resolve(type.index, scope) }
        : { kind: "struct", fields: type.members.flatMap((member) => toField(member, scope)) };
    case "union":
      return resolveUnion(type.of, scope);
    case "intersection":
      return { kind: "struct", fields: type.of.flatMap((part) => embed(part, scope)) };
    case "other":
      return refuse(`${type.word} types have no JSON; use another`, scope);
  }
}

function refuse(message: string, { resolver, position }: Scope): SourceType {
  resolver.faults.push({ position, severity: "error", message });
  return ANYTHING;
}

const LISTS = new Set(["Array", "ReadonlyArray"]);
const MAPS = new Set(["Record", "ReadonlyMap", "Map"]);
const TRANSPARENT = new Set(["Readonly"]);

function resolveName(type: TsType & { kind: "name" }, scope: Scope): SourceType {
  const { name } = type;
  const inner = type.arguments.map((argument) => resolve(argument, scope));
  const parameter = scope.parameters.get(name);
  if (parameter !== undefined) {
    return parameter;
  }
  const found = scope.resolver.module.find(name, scope.file);
  if (found !== undefined) {
    const { declaration, file } = found;
    return { kind: "reference", to: () => declare(scope.resolver, declaration, { file, parameters: inner }) };
  }
  const [first = ANYTHING, second = ANYTHING] = inner;
  if (LISTS.has(name)) {
    return { kind: "list", of: first };
  }
  if (MAPS.has(name)) {
    return { kind: "map", values: second };
  }
  if (TRANSPARENT.has(name)) {
    return first;
  }
  const known = knownTsTypes.get(name);
  return known === undefined
    ? refuse(`${name} is unknown: declare it, or import it from a file beside this one`, scope)
    : { kind: "known", schema: known };
}

type Literal = string | number | boolean;

/**
 * Type of a union: null makes the field nullable, undefined optional; other variants are literals, or alternative
 * objects.
 */
function resolveUnion(variants: readonly TsType[], scope: Scope): SourceType {
  const rest = variants.filter((variant) => !isNamed(variant, "undefined") && !isNamed(variant, "null"));
  const isNullable = variants.some((variant) => isNamed(variant, "null"));
  const type = resolveVariants(rest, scope);
  return isNullable && type.kind === "known" ? { kind: "known", schema: allowNull(type.schema) } : type;
}

function resolveVariants(variants: readonly TsType[], scope: Scope): SourceType {
  const [only] = variants;
  if (variants.length <= 1) {
    return only === undefined ? ANYTHING : resolve(only, scope);
  }
  const values = variants.flatMap((variant) => (variant.kind === "literal" ? [variant.value] : []));
  if (values.length === variants.length) {
    return { kind: "known", schema: literals(values) };
  }
  const names = variants.map((variant) => (variant.kind === "name" ? variant.name : "")).sort();
  if (names.join() === "number,string") {
    return { kind: "known", schema: knownTsTypes.get("IntOrString") ?? {} };
  }
  const structs = variants.map((variant) => fieldsOf(resolve(variant, scope)));
  const fields = structs.every((each) => each !== undefined) ? mergeVariants(structs) : undefined;
  return fields === undefined
    ? refuse("a union must be of literals, or of objects of which each has at most one field of its own", scope)
    : { kind: "struct", fields };
}

/** Fields of a type; undefined if it is no object. */
function fieldsOf(type: SourceType): readonly SourceField[] | undefined {
  const target = type.kind === "reference" ? type.to().type : type;
  return target.kind === "struct" ? target.fields : undefined;
}

function isNamed(type: TsType, name: string): boolean {
  return type.kind === "name" && type.name === name;
}

function literals(values: readonly Literal[]): { type: string; enum: Literal[] } {
  const [first] = values;
  const type = typeof first === "number" ? (values.every(Number.isInteger) ? "integer" : "number") : typeof first;
  return { type, enum: [...values] };
}

/** Fields of a part of an intersection, which belong to the whole. */
function embed(part: TsType, scope: Scope): SourceField[] {
  if (part.kind === "object" && part.index === undefined) {
    return part.members.flatMap((member) => toField(member, scope));
  }
  const { position } = scope;
  const type = resolve(part, scope);
  const name = part.kind === "name" ? part.name : "";
  const flags = { isOptional: true, isPointer: true, omitsEmpty: true };
  return [{ name, type, ...flags, markers: [], description: "", position }];
}

function toField(member: TsMember, scope: Scope): SourceField[] {
  const { markers, description } = readTsComment(member.comment);
  const isNullable = member.type.kind === "union" && member.type.of.some((variant) => isNamed(variant, "null"));
  const mayBeUndefined =
    member.type.kind === "union" && member.type.of.some((variant) => isNamed(variant, "undefined"));
  const isOptional = member.isOptional || mayBeUndefined;
  const nullable: Marker = { name: OR_NULL, text: "", position: member.position };
  return [
    {
      // Discriminator value that stands for this member.
      name: member.name.charAt(0).toUpperCase() + member.name.slice(1),
      jsonName: member.name,
      type: resolve(member.type, { ...scope, position: member.position }),
      isOptional,
      isPointer: isOptional,
      omitsEmpty: isOptional,
      markers: isNullable ? [...markers, nullable] : markers,
      description,
      position: member.position,
    },
  ];
}
