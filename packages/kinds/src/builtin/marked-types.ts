import { printGroupResource } from "@kiln/api";
import { packages } from "../natives/data/index.ts";
import type { Marks } from "../natives/marks.ts";
import type { NativeType, StructType } from "../natives/native-type.ts";
import type { ResourceFacts } from "../natives/package-text.ts";
import { typeLibrary } from "../natives/type-library.ts";
import type { Declaration } from "./declaration.ts";

/** Marks of the fields of a type, at any depth. */
export interface MarkedFields {
  readonly fields: ReadonlyMap<string, MarkedField>;
}

export interface MarkedField extends MarkedFields {
  readonly marks: Marks;
  /** Marks of the items, if the field is a list. */
  readonly items?: MarkedField;
  /** Published name of the field's type, if the type has marks in this field only. */
  readonly name?: string;
}

/** A type with the marks of its fields, by published name. */
export type MarkedTypes = ReadonlyMap<string, MarkedFields & { readonly type: StructType }>;

/**
 * Types with marks for OpenAPI, from the declarations that enforce them. A type that is unmarked elsewhere, such as the
 * spec of a Pod in a template, is published twice: the marked one as `…v1.Pod.PodSpec`.
 */
export function markedTypes(declarations: readonly Declaration[]): MarkedTypes {
  const uses = countUses();
  const marked = new Map<string, MarkedFields & { readonly type: StructType }>();
  const put = (name: string, type: StructType, tree: Tree): MarkedFields => {
    const fields = new Map([...tree.fields].map(([field, below]) => [field, place(type, field, below, name)] as const));
    marked.set(name, { type, fields });
    return { fields };
  };
  const place = (type: StructType, field: string, tree: Tree, kind: string): MarkedField => {
    const inner = tree.items ?? tree;
    const struct = structIn(type.fields.get(field)?.type);
    const isInside = inner.fields.size > 0 && struct !== undefined;
    const isShared = isInside && (uses.get(struct.path) ?? 0) > 1;
    const name = isInside ? (isShared ? `${kind}.${struct.struct}` : publishedName(struct.path)) : undefined;
    const { fields } = name === undefined ? { fields: new Map() } : put(name, struct as StructType, inner);
    return {
      marks: tree.marks,
      fields,
      ...(tree.items === undefined ? {} : { items: { marks: tree.items.marks, fields: new Map() } }),
      ...(isShared && name !== undefined ? { name } : {}),
    };
  };
  for (const { path, marks } of markedKinds(declarations)) {
    put(publishedName(path), typeLibrary.struct(path), toTree(marks));
  }
  return marked;
}

interface Tree {
  marks: Marks;
  items?: Tree;
  readonly fields: Map<string, Tree>;
}

function emptyTree(): Tree {
  return { marks: {}, fields: new Map() };
}

function toTree(marks: Readonly<Record<string, Marks>>): Tree {
  const root = emptyTree();
  for (const [path, mark] of Object.entries(marks)) {
    let at = root;
    for (const step of path.replaceAll("[]", ".[]").split(".")) {
      if (step === "[]") {
        at.items ??= emptyTree();
        at = at.items;
      } else {
        const next = at.fields.get(step) ?? emptyTree();
        at.fields.set(step, next);
        at = next;
      }
    }
    at.marks = mark;
  }
  return root;
}

function markedKinds(declarations: readonly Declaration[]): { path: string; marks: Readonly<Record<string, Marks>> }[] {
  const byResource = new Map(declarations.map((declaration) => [declaration.resource, declaration]));
  return packages.flatMap(({ path, group = "", resources }) =>
    (JSON.parse(resources) as ResourceFacts[]).flatMap(({ plural, kind }) => {
      const marks = byResource.get(printGroupResource({ group, resource: plural }))?.marks;
      return marks === undefined ? [] : [{ path: `${path}.${kind}`, marks }];
    }),
  );
}

/** Number of fields that have a struct as type, by path of the struct. */
function countUses(): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { path, types } of packages) {
    for (const name of Object.keys(JSON.parse(types))) {
      for (const { type } of typeLibrary.findStruct(`${path}.${name}`)?.fields.values() ?? []) {
        const struct = structIn(type)?.path;
        if (struct !== undefined) {
          uses.set(struct, (uses.get(struct) ?? 0) + 1);
        }
      }
    }
  }
  return uses;
}

function structIn(type: NativeType | undefined): StructType | undefined {
  switch (type?.form) {
    case "struct":
      return type;
    case "pointer":
      return structIn(type.to);
    case "list":
      return structIn(type.items);
    case "map":
      return structIn(type.values);
    default:
      return undefined;
  }
}

/** Name of the type in OpenAPI. */
export function publishedName(path: string): string {
  const dot = path.lastIndexOf(".");
  const found = packages.find((text) => text.path === path.slice(0, dot));
  return `${found?.prefix ?? ""}${path.slice(dot + 1)}`;
}
