import { quoteGo } from "@kiln/api";
import type { DefinitionNames } from "@kiln/kinds";

export interface HeldNames {
  hasResource(name: string): boolean;
  hasKind(kind: string): boolean;
}

export interface Acceptance {
  readonly accepted: DefinitionNames;
  /** Conflict to report; undefined if every name was accepted. */
  readonly conflict?: { readonly reason: string; readonly message: string };
}

/**
 * Accepts the names of a CRD that no other CRD holds. Where another CRD holds a name, this one keeps its former name.
 * The last conflict is reported, as in Kubernetes.
 */
export function acceptNames(wanted: DefinitionNames, had: DefinitionNames, held: HeldNames): Acceptance {
  const faults = {
    plural: faultOf(wanted.plural, had.plural, held.hasResource),
    singular: faultOf(wanted.singular, had.singular, held.hasResource),
    shortNames: shortNameFault(wanted.shortNames ?? [], had.shortNames ?? [], held.hasResource),
    kind: faultOf(wanted.kind, had.kind, held.hasKind),
    listKind: faultOf(wanted.listKind, had.listKind, held.hasKind),
  };
  const [key, message] = Object.entries(faults).findLast(([, found]) => found !== undefined) ?? [];
  if (key === undefined || message === undefined) {
    return { accepted: wanted };
  }
  const accepted: Record<string, unknown> = {};
  for (const name of NAMES) {
    const given = name !== "categories" && faults[name] !== undefined ? had[name] : wanted[name];
    if (given !== undefined) {
      accepted[name] = given;
    }
  }
  const reason = `${key[0]?.toUpperCase()}${key.slice(1)}Conflict`;
  return { accepted: accepted as unknown as DefinitionNames, conflict: { reason, message } };
}

const NAMES = ["plural", "singular", "shortNames", "kind", "listKind", "categories"] as const;

function faultOf(name = "", own = "", isHeld: (name: string) => boolean): string | undefined {
  return name !== own && isHeld(name) ? `${quoteGo(name)} is already in use` : undefined;
}

function shortNameFault(
  wanted: readonly string[],
  had: readonly string[],
  isHeld: (name: string) => boolean,
): string | undefined {
  const faults = [
    ...new Set(wanted.filter((name) => !had.includes(name)).flatMap((name) => faultOf(name, "", isHeld) ?? [])),
  ];
  return faults.length > 1 ? `[${faults.join(", ")}]` : faults[0];
}
