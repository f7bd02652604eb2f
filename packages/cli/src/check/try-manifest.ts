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

/** Undefined: only a request to create the object shows what becomes of it. */
export type TryManifest = (manifest: Manifest, kind: ServedKind, namespace: string) => TriedManifest | undefined;

/**
 * Runs the steps of a create without HTTP, managed fields and store, which takes a tenth of the time of a request.
 * Rejected objects are left to a request, so that there is one place for their errors.
 */
export function createTrials(server: LocalServer, { isStrict }: { readonly isStrict: boolean }): TryManifest {
  const trials = new Map<ServedKind, CreateTrial | undefined>();
  const fieldValidation = isStrict ? "Strict" : "Warn";
  return (manifest, kind, namespace) => {
    if (!trials.has(kind)) {
      trials.set(kind, kind.isNamespaced ? server.openTrial(kind, { isDryRun: false }) : undefined);
    }
    const trial = trials.get(kind);
    const object = trial === undefined ? undefined : copyPlain(manifest.object);
    if (trial === undefined || object === undefined) {
      return undefined;
    }
    const { isAccepted, warnings, stored } = trial.run({ namespace, object, fieldValidation });
    return isAccepted ? { warnings: readWarnings(warnings), stored } : undefined;
  };
}
