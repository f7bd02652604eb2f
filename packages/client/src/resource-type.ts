import { escapePathPart } from "@kiln/api";

/** One version of one kind, as in URL paths. */
export interface ResourceType {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

export interface ResourcePlace {
  /** For a namespaced kind: all namespaces if absent. */
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

/** Query parameters; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export function resourcePath(type: ResourceType, { namespace, name, subresource }: ResourcePlace): string {
  const root = type.group === "" ? ["api", type.version] : ["apis", type.group, type.version];
  const inside = type.isNamespaced && namespace !== undefined ? ["namespaces", namespace] : [];
  const rest = [name, subresource].filter((part) => part !== undefined);
  return `/${[...root, ...inside, type.plural, ...rest].map(escapePathPart).join("/")}`;
}

/** Query string that begins with a question mark; empty without parameters. */
export function printQuery(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      search.set(name, String(value));
    }
  }
  return search.size === 0 ? "" : `?${search}`;
}
