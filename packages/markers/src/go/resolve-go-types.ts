import { findMarker } from "../marker/marker.ts";
import { readComments } from "../marker/read-comments.ts";
import type { SourceDeclaration, SourceField, SourceType } from "../source-model.ts";
import type { SourceFault, SourcePosition } from "../source-position.ts";
import type { GoField, GoFile, GoType } from "./go-file.ts";
import type { GoPackage, GoPackages } from "./go-packages.ts";
import { fallbackGoTypes, knownGoTypes, plainGoTypes } from "./known-go-types.ts";
import { packageMarkers } from "./package-markers.ts";

/** File and type arguments of a type: a name refers to different types in different files. */
interface Scope {
  readonly resolver: Resolver;
  readonly pkg: GoPackage;
  readonly file: GoFile;
  /** Arguments of a generic type, by parameter name. */
  readonly parameters: ReadonlyMap<string, SourceType>;
  readonly position: SourcePosition;
}

export interface GoResolver {
  /** Declaration of a type; the same object for each call with that type. */
  declare(pkg: GoPackage, name: string): SourceDeclaration;
}

const ANYTHING: SourceType = { kind: "known", schema: { "x-kubernetes-preserve-unknown-fields": true } };

interface Resolver {
  readonly packages: GoPackages;
  readonly faults: SourceFault[];
  readonly home: GoPackage;
  readonly declared: Map<string, SourceDeclaration>;
}

export interface GoResolverOptions {
  /** Errors found while types are resolved. */
  readonly faults: SourceFault[];
  /** The package whose types become CRDs. */
  readonly home: GoPackage;
}

export function createGoResolver(packages: GoPackages, options: GoResolverOptions): GoResolver {
  const resolver: Resolver = { packages, ...options, declared: new Map() };
  return { declare: (pkg, name) => declare(resolver, pkg, { name, parameters: [] }) };
}

function declare(
  resolver: Resolver,
  pkg: GoPackage,
  { name, parameters }: { readonly name: string; readonly parameters: readonly SourceType[] },
): SourceDeclaration {
  const key = `${pkg.importPath}.${name}`;
  const known = parameters.length === 0 ? resolver.declared.get(key) : undefined;
  if (known !== undefined) {
    return known;
  }
  const { declaration, file } = pkg.types.get(name) as NonNullable<ReturnType<GoPackage["types"]["get"]>>;
  const named = declaration.parameters.map((each, index) => [each, parameters[index] ?? ANYTHING] as const);
  const scope: Scope = { resolver, pkg, file, parameters: new Map(named), position: declaration.position };
  const { markers, description } = readComments(declaration.comments);
  const marshals = marshalsOf(pkg, name);
  const built: SourceDeclaration = {
    name,
    type: resolve(declaration.type, scope),
    markers,
    description,
    position: declaration.position,
    // Kubernetes' own types gain values over time: a CRD that lists the current ones would reject later ones.
    values:
      pkg !== resolver.home ? [] : pkg.constants.filter(({ type }) => type === name).map(({ value }) => String(value)),
    isOptionalByDefault: findMarker(packageMarkers(pkg), "kubebuilder:validation:Optional") !== undefined,
    ...(marshals === undefined ? {} : { marshals }),
  };
  if (parameters.length === 0) {
    resolver.declared.set(key, built);
  }
  return built;
}

function resolve(type: GoType, scope: Scope): SourceType {
  switch (type.kind) {
    case "pointer":
      return resolve(type.to, scope);
    case "list":
      return isByte(type.of) ? BYTES : { kind: "list", of: resolve(type.of, scope) };
    case "map":
      return { kind: "map", values: resolve(type.value, scope) };
    case "struct":
      return { kind: "struct", fields: type.fields.flatMap((field) => toField(field, scope)) };
    case "name":
      return resolveName(type, scope);
    case "other":
      return refuse(type.word === "interface" ? UNTYPED : `${type.word} types have no JSON; use another`, scope);
  }
}

const UNTYPED =
  "an interface says nothing of its JSON; use apiextensionsv1.JSON or runtime.RawExtension, or say all by markers with " +
  "+kubebuilder:validation:Schemaless";

function refuse(message: string, { resolver, position }: Scope): SourceType {
  resolver.faults.push({ position, severity: "error", message });
  return ANYTHING;
}

type GoTypeName = GoType & { kind: "name" };

function resolveName(type: GoTypeName, scope: Scope): SourceType {
  const { name } = type;
  if (type.package !== undefined) {
    return resolveImported(type, type.package, scope);
  }
  const plain = scope.pkg.types.has(name) ? undefined : plainGoTypes.get(name);
  const parameter = scope.parameters.get(name);
  return parameter ?? (plain === undefined ? refer(type, scope.pkg, scope) : { kind: "known", schema: plain });
}

function resolveImported(type: GoTypeName, alias: string, scope: Scope): SourceType {
  const found = findImport(alias, type.name, scope);
  const path = typeof found === "string" ? found : found?.importPath;
  const fallback = typeof found === "string" ? fallbackGoTypes.get(`${path}.${type.name}`) : undefined;
  const known = knownGoTypes.get(`${path}.${type.name}`) ?? fallback;
  if (known !== undefined) {
    return { kind: "known", schema: known };
  }
  if (found === undefined || typeof found === "string") {
    const what =
      found === undefined
        ? `nothing imported is called ${alias}`
        : `${found} is not to be found; run "go mod download", or vendor it`;
    return refuse(`${alias}.${type.name} is unknown: ${what}`, scope);
  }
  return refer(type, found, scope);
}

function refer({ name, arguments: inner }: GoTypeName, pkg: GoPackage, scope: Scope): SourceType {
  const known = knownGoTypes.get(`${pkg.importPath}.${name}`);
  if (known !== undefined) {
    return { kind: "known", schema: known };
  }
  if (!pkg.types.has(name)) {
    return refuse(name === "any" ? UNTYPED : `there is no type ${name} in package ${pkg.name}`, scope);
  }
  const parameters = inner.map((argument) => resolve(argument, scope));
  return { kind: "reference", to: () => declare(scope.resolver, pkg, { name, parameters }) };
}

/**
 * Package of an import, or its path alone if the package cannot be parsed; undefined if nothing is imported under that
 * name.
 */
function findImport(alias: string, name: string, { resolver, file }: Scope): GoPackage | string | undefined {
  const named = file.imports.find((each) => each.name === alias);
  const candidates = named === undefined ? file.imports.filter((each) => each.name === undefined) : [named];
  const likely = candidates.filter(({ path }) => named !== undefined || path.split("/").at(-1) === alias);
  const known = likely.find(({ path }) => knownGoTypes.has(`${path}.${name}`));
  if (known !== undefined) {
    return known.path;
  }
  for (const { path } of [...likely, ...candidates]) {
    const pkg = resolver.packages.atImportPath(path);
    if (pkg !== undefined && (named !== undefined || pkg.name === alias)) {
      return pkg;
    }
  }
  return likely[0]?.path;
}

function toField(field: GoField, scope: Scope): SourceField[] {
  const tag = jsonTag(field);
  if (tag === undefined) {
    return [];
  }
  const { markers, description } = readComments(field.comments);
  const isSchemaless = findMarker(markers, "kubebuilder:validation:Schemaless") !== undefined;
  const isInline = tag.isInline || (tag.name === "" && field.name === undefined);
  const name = field.name ?? embeddedName(field.type);
  return [
    {
      name,
      ...(isInline ? {} : { jsonName: tag.name === "" ? name : tag.name }),
      // The type of a field with a schemaless marker is ignored: only its markers count.
      type: isSchemaless ? ANYTHING : resolve(field.type, { ...scope, position: field.position }),
      isOptional: tag.omitsEmpty,
      isPointer: field.type.kind === "pointer",
      omitsEmpty: tag.omitsEmpty,
      markers,
      description,
      position: field.position,
    },
  ];
}

const BYTES: SourceType = { kind: "known", schema: { type: "string", format: "byte" } };

function isByte(type: GoType): boolean {
  return type.kind === "name" && type.package === undefined && (type.name === "byte" || type.name === "uint8");
}

function marshalsOf(pkg: GoPackage, name: string): SourceDeclaration["marshals"] {
  const methods = pkg.methodsOf(name);
  return methods.includes("MarshalJSON") ? "json" : methods.includes("MarshalText") ? "text" : undefined;
}

function embeddedName(type: GoType): string {
  return type.kind === "pointer" ? embeddedName(type.to) : type.kind === "name" ? type.name : "";
}

interface JsonTag {
  readonly name: string;
  readonly isInline: boolean;
  readonly omitsEmpty: boolean;
}

/** JSON name and options of a field; undefined for a field that JSON omits: `json:"-"`, or an unexported name. */
function jsonTag({ tag, name }: GoField): JsonTag | undefined {
  const value = /(?:^|\s)json:"((?:[^"\\]|\\.)*)"/.exec(tag)?.[1];
  if (value === "-" || (name !== undefined && !/^\p{Lu}/u.test(name))) {
    return undefined;
  }
  const [jsonName = "", ...options] = (value ?? "").split(",");
  return {
    name: jsonName,
    isInline: options.includes("inline"),
    omitsEmpty: options.includes("omitempty") || options.includes("omitzero"),
  };
}
