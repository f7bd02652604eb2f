import { quoteGo } from "@kiln/api";
import type { DefinitionNames } from "./definition.ts";

export interface HeldNames {
  hasResource(name: string): boolean;
  hasKind(kind: string): boolean;
}

export interface Acceptance {
  readonly accepted: DefinitionNames;
  /** Undefined if every name was given. */
  readonly conflict?: { readonly reason: string; readonly message: string };
}

/**
 * Gives a definition the names that it asks for and that nobody holds; where one is held it keeps what it had. The last
 * conflict found is the one reported, as in Kubernetes.
 */
export function acceptNames(wanted: DefinitionNames, had: DefinitionNames, held: HeldNames): Acceptance {
  const fault = (name: string, own: string, isHeld: (name: string) => boolean) =>
    name !== own && isHeld(name) ? `${quoteGo(name)} is already in use` : undefined;
  const resource = (name = "", own = "") => fault(name, own, held.hasResource);
  const kind = (name = "", own = "") => fault(name, own, held.hasKind);
  const faults = {
    plural: resource(wanted.plural, had.plural),
    singular: resource(wanted.singular, had.singular),
    shortNames: shortNameFault(wanted.shortNames ?? [], had.shortNames ?? [], (name) => resource(name)),
    kind: kind(wanted.kind, had.kind),
    listKind: kind(wanted.listKind, had.listKind),
  };
  const accepted = {
    ...named("plural", faults.plural === undefined ? wanted : had),
    ...named("singular", faults.singular === undefined ? wanted : had),
    ...named("shortNames", faults.shortNames === undefined ? wanted : had),
    ...named("kind", faults.kind === undefined ? wanted : had),
    ...named("listKind", faults.listKind === undefined ? wanted : had),
    ...named("categories", wanted),
  } as DefinitionNames;
  const [key, message] = Object.entries(faults).findLast(([, found]) => found !== undefined) ?? [];
  return key === undefined || message === undefined
    ? { accepted }
    : { accepted, conflict: { reason: `${key[0]?.toUpperCase()}${key.slice(1)}Conflict`, message } };
}

function named(key: keyof DefinitionNames, names: DefinitionNames): Partial<DefinitionNames> {
  return names[key] === undefined ? {} : { [key]: names[key] };
}

function shortNameFault(
  wanted: readonly string[],
  had: readonly string[],
  faultOf: (name: string) => string | undefined,
): string | undefined {
  const faults = [...new Set(wanted.filter((name) => !had.includes(name)).flatMap((name) => faultOf(name) ?? []))];
  return faults.length > 1 ? `[${faults.join(", ")}]` : faults[0];
}
