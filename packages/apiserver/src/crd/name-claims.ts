import type { DefinitionNames } from "@kiln/kinds";

/** Names that one CRD holds in its group. */
export interface Claim {
  readonly group: string;
  readonly accepted: DefinitionNames;
  /** Whether the CRD requests names that were not accepted. */
  readonly isWaiting: boolean;
}

/**
 * Accepted names of CRDs by group. Updated by commits and by queued status writes, so that two CRDs in one batch cannot
 * be given the same name.
 */
export interface NameClaims {
  /** Replaces the claim of a CRD; undefined: the CRD was deleted. */
  set(definition: string, claim: Claim | undefined): void;
  find(definition: string): Claim | undefined;
  /** Whether any CRD of the group holds the plural, singular or short name. */
  hasResource(group: string, name: string): boolean;
  hasKind(group: string, kind: string): boolean;
  /** CRDs of the group, or of all groups, that may get more names when one is released. */
  waiting(group?: string): readonly string[];
}

export function createNameClaims(): NameClaims {
  const claims = new Map<string, Claim>();
  const waiting = new Map<string, Set<string>>();
  // Number of holders of a name: counting makes a claim independent of the number of CRDs.
  const uses = new Map<string, number>();

  const count = (claim: Claim, step: number) => {
    for (const key of keysOf(claim)) {
      const left = (uses.get(key) ?? 0) + step;
      if (left === 0) {
        uses.delete(key);
      } else {
        uses.set(key, left);
      }
    }
  };

  return {
    find: (definition) => claims.get(definition),
    hasResource: (group, name) => uses.has(resourceKey(group, name)),
    hasKind: (group, kind) => uses.has(kindKey(group, kind)),
    waiting: (group) =>
      group === undefined ? [...waiting.values()].flatMap((names) => [...names]) : [...(waiting.get(group) ?? [])],
    set(definition, claim) {
      const before = claims.get(definition);
      // Called when the CRD is queued and again when it is committed, mostly with the same names.
      if (before !== undefined && before.accepted === claim?.accepted && before.isWaiting === claim.isWaiting) {
        return;
      }
      if (before !== undefined) {
        count(before, -1);
        waiting.get(before.group)?.delete(definition);
        claims.delete(definition);
      }
      if (claim !== undefined) {
        count(claim, 1);
        claims.set(definition, claim);
        if (claim.isWaiting) {
          waiting.set(claim.group, (waiting.get(claim.group) ?? new Set()).add(definition));
        }
      }
    },
  };
}

function keysOf({ group, accepted }: Claim): string[] {
  const { plural, singular = "", shortNames = [], kind, listKind = "" } = accepted;
  return [
    ...[plural, singular, ...shortNames].filter((name) => name !== "").map((name) => resourceKey(group, name)),
    ...[kind, listKind].filter((name) => name !== "").map((name) => kindKey(group, name)),
  ];
}

function resourceKey(group: string, name: string): string {
  return `${group}/${name}`;
}

/** Kinds and resource names do not conflict: no resource name contains a slash. */
function kindKey(group: string, kind: string): string {
  return `${group}/kind/${kind}`;
}
