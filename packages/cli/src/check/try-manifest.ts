import type { JsonObject } from "@kiln/api";
import type { CreateTrial } from "@kiln/apiserver";
import type { Manifest } from "../manifests/manifest.ts";
import { copyPlain } from "./copy-plain.ts";
import type { ServedKind } from "./known-kinds.ts";
import { type LocalServer, readWarnings } from "./local-server.ts";

export interface TriedManifest {
  readonly warnings: readonly string[];
  /** The object that would be stored. */
  stored(): JsonObject;
}

/** Checks of new objects without requests. */
export interface Trials {
  /** Whether objects of the kind can be checked without a request. */
  canTry(kind: ServedKind): boolean;
  /** Undefined: only a request to create the object shows what becomes of it. */
  run(manifest: Manifest, kind: ServedKind, namespace: string): TriedManifest | undefined;
}

/**
 * Runs the steps of a create without HTTP, managed fields and store, which takes a tenth of the time of a request.
 * Rejected objects are left to a request, so that there is one place for their errors.
 */
export function createTrials(server: LocalServer, { isStrict }: { readonly isStrict: boolean }): Trials {
  const trials = new Map<ServedKind, CreateTrial | undefined>();
  const fieldValidation = isStrict ? "Strict" : "Warn";
  const trialOf = (kind: ServedKind) => {
    if (!trials.has(kind)) {
      trials.set(kind, server.openTrial(kind, { isDryRun: false }));
    }
    return trials.get(kind);
  };
  return {
    canTry: (kind) => trialOf(kind) !== undefined,
    run(manifest, kind, namespace) {
      const trial = kind.isNamespaced ? trialOf(kind) : undefined;
      const object = trial === undefined ? undefined : copyPlain(manifest.object);
      if (trial === undefined || object === undefined) {
        return undefined;
      }
      const { isAccepted, warnings, stored } = trial.run({ namespace, object, fieldValidation });
      return isAccepted ? { warnings: readWarnings(warnings), stored } : undefined;
    },
  };
}
