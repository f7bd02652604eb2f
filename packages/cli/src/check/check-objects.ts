import type { JsonObject } from "@kiln/api";
import { isDefinition } from "../manifests/is-definition.ts";
import type { Manifest } from "../manifests/manifest.ts";
import { findIndependent, mergeSurveys, surveyManifests } from "./find-independent.ts";
import { type CheckerOptions, type ObjectChecker, openObjectChecker, type Verdict } from "./object-checker.ts";
import { pairManifests } from "./pair-manifests.ts";

export type { Verdict };

export interface CheckInput extends Pick<CheckerOptions, "semantics"> {
  /** Whether unknown and duplicate fields are errors instead of warnings. */
  readonly isStrict?: boolean;
  /** Namespace of objects without one; `default` if absent. */
  readonly namespace?: string;
  /** CRDs that exist already: only rejected ones are reported. */
  readonly definitions: readonly Manifest[];
  readonly olds: readonly Manifest[];
  /** Objects to check; CRDs among them come first, whatever their position. */
  readonly news: readonly Manifest[];
  readonly onVerdict: (verdict: Verdict) => void;
}

/**
 * Sends each object to the server in turn: an update if there is an old one of the same name, else a create. Accepted
 * objects exist for the following ones, as if they were applied one after the other.
 */
export async function checkObjects(input: CheckInput): Promise<void> {
  const { semantics, isStrict = false, namespace = "default", onVerdict } = input;
  const checker = await openObjectChecker({ semantics, isStrict, namespace });
  try {
    for (const manifest of input.definitions) {
      const verdict = await checker.define(manifest, { isStrict: false });
      if (!verdict.isAccepted) {
        onVerdict(verdict);
      }
    }
    const findOld = pairManifests(input.olds, namespace);
    const definitions = input.news.filter(({ object }) => isDefinition(object));
    const others = input.news.filter(({ object }) => !isDefinition(object));
    for (const manifest of definitions) {
      onVerdict(await checker.define(manifest, { isStrict, old: findOld(manifest.object) }));
    }
    const isIndependent = findIndependent(mergeSurveys([surveyManifests(others, namespace)]), namespace);
    const check = checkNext(checker, isIndependent);
    for (const manifest of others) {
      onVerdict(await check(manifest, findOld(manifest.object)));
    }
  } finally {
    await checker.close();
  }
}

/** Returns a function that checks one object after the other, those that are independent of others without a request. */
export function checkNext(
  checker: ObjectChecker,
  isIndependent: (object: JsonObject) => boolean,
): (manifest: Manifest, old?: Manifest) => Promise<Verdict> {
  return async (manifest, old) => {
    const { object } = manifest;
    let verdict: Verdict | undefined;
    if (old === undefined && isIndependent(object)) {
      if (!checker.isPrepared(object)) {
        await checker.prepare(object);
      }
      verdict = checker.tryAlone(manifest);
    }
    return verdict ?? checker.check(manifest, old);
  };
}
