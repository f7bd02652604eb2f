import { once } from "@kiln/api";
import { packages } from "./data/index.ts";
import type { NativeField, NativeType, NativeUnion, ScalarType, StructType } from "./native-type.ts";
import type { PackageText } from "./package-text.ts";
import { parseField } from "./parse-field.ts";

/** All built-in types; each is parsed on first use and then shared. */
export interface TypeLibrary {
  /** Type by path, such as `core/v1.Pod`; undefined if it does not exist. */
  find(path: string): NativeType | undefined;
  /** Struct by path; undefined if there is no such struct. */
  findStruct(path: string): StructType | undefined;
  /** Struct by path; throws if there is no such struct. */
  struct(path: string): StructType;
}

/** Creates a library of the types in `texts`, without parsing any of them. */
export function createTypeLibrary(texts: readonly PackageText[]): TypeLibrary {
  const sources = new Map(texts.map((text) => [text.path, openSource(text)]));
  const found = new Map<string, NativeType | undefined>();
  const named = (path: string): NativeType | undefined => {
    if (!found.has(path)) {
      found.set(
        path,
        readNamed(sources, path, (text, from) => parseType(text, from, named)),
      );
    }
    return found.get(path);
  };
  const findStruct = (path: string) => {
    const type = named(path);
    return type?.form === "struct" ? type : undefined;
  };
  return {
    find: named,
    findStruct,
    struct: (path) => {
      const type = findStruct(path);
      if (type === undefined) {
        throw new Error(`there is no type ${path}`);
      }
      return type;
    },
  };
}

/** Types of all packages, immutable: all servers of a process share them. */
export const typeLibrary: TypeLibrary = createTypeLibrary(packages);

/** Text of one package, parsed on first use. */
interface Source {
  readonly goName: string;
  readonly types: () => Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly atomic: () => ReadonlySet<string>;
  readonly unions: () => Readonly<Record<string, readonly NativeUnion[]>>;
}

function openSource({ path, types, atomic = "", unions = "{}" }: PackageText): Source {
  return {
    goName: path.slice(path.indexOf("/") + 1),
    types: once(() => JSON.parse(types)),
    atomic: once(() => new Set(atomic.split(" "))),
    unions: once(() => JSON.parse(unions)),
  };
}

type ParseType = (text: string, from: string) => NativeType;

function readNamed(sources: ReadonlyMap<string, Source>, path: string, parse: ParseType): NativeType | undefined {
  const dot = path.lastIndexOf(".");
  const from = path.slice(0, dot);
  const name = path.slice(dot + 1);
  const source = sources.get(from);
  const declared = source === undefined || !Object.hasOwn(source.types(), name) ? undefined : source.types()[name];
  if (source === undefined || declared === undefined) {
    return undefined;
  }
  const names = { name: `${source.goName}.${name}`, path };
  if (typeof declared === "string") {
    return { ...parse(declared, from), ...names };
  }
  const fields = once(() => readFields(declared, (text) => parse(text, from)));
  return {
    form: "struct",
    ...names,
    struct: name,
    get fields() {
      return fields();
    },
    isAtomic: source.atomic().has(name),
    unions: source.unions()[name] ?? [],
  };
}

function readFields(
  declared: Readonly<Record<string, string>>,
  parse: (text: string) => NativeType,
): ReadonlyMap<string, NativeField> {
  return new Map(Object.entries(declared).map(([name, text]) => [name, parseField(text, parse)]));
}

/** Scalar types with Go's names, by their notation in the data files. */
const SCALARS: ReadonlyMap<string, ScalarType> = new Map([
  ["string", { form: "string", name: "string" }],
  ["types.UID", { form: "string", name: "types.UID" }],
  ["types.NodeName", { form: "string", name: "types.NodeName" }],
  ["bool", { form: "bool", name: "bool" }],
  ["int", { form: "int64", name: "int" }],
  ["int32", { form: "int32", name: "int32" }],
  ["int64", { form: "int64", name: "int64" }],
  ["float64", { form: "float64", name: "float64" }],
  ["bytes", { form: "bytes", name: "[]uint8" }],
  ["time", { form: "time", name: "v1.Time" }],
  ["microTime", { form: "microTime", name: "v1.MicroTime" }],
  ["quantity", { form: "quantity", name: "resource.Quantity" }],
  ["intOrString", { form: "intOrString", name: "intstr.IntOrString" }],
  ["raw", { form: "raw", name: "runtime.RawExtension" }],
  ["fieldsV1", { form: "raw", name: "v1.FieldsV1", path: "meta/v1.FieldsV1" }],
  ["object", { form: "raw", name: "map[string]interface {}" }],
]);

/** Parses the type syntax of the data files, relative to the package `from`. */
function parseType(text: string, from: string, named: (path: string) => NativeType | undefined): NativeType {
  const inner = (rest: string) => parseType(rest, from, named);
  const scalar = SCALARS.get(text);
  if (scalar !== undefined) {
    return scalar;
  }
  if (text.startsWith("*")) {
    const to = inner(text.slice(1));
    return { form: "pointer", name: to.name, to };
  }
  if (text.startsWith("[]")) {
    const items = inner(text.slice(2));
    return { form: "list", name: `[]${items.form === "pointer" ? "*" : ""}${items.name}`, items };
  }
  if (text.startsWith("map[")) {
    const end = text.indexOf("]");
    const values = inner(text.slice(end + 1));
    return { form: "map", name: `map[${inner(text.slice(4, end)).name}]${values.name}`, values };
  }
  const type = named(text.includes("/") ? text : `${from}.${text}`);
  if (type === undefined) {
    throw new Error(`there is no type ${text} in ${from}`);
  }
  return type;
}
