import type { JsonObject } from "@kiln/api";
import { isDefinition } from "../manifests/is-definition.ts";
import { type Manifest, type ManifestText, parseManifests } from "../manifests/manifest.ts";
import { findIndependent, isPortable, surveyManifests } from "./find-independent.ts";
import { type ObjectChecker, openObjectChecker } from "./object-checker.ts";
import { reportVerdict } from "./report-verdict.ts";
import type { CheckedPart, FollowedObject, ReadPart, ThreadSettings, ToThread } from "./thread-messages.ts";

/** Reads a part, and returns its objects and the facts that the main thread needs about them. */
export function readPart(part: number, source: ManifestText, namespace: string): [readonly Manifest[], ReadPart] {
  let manifests: readonly Manifest[] = [];
  let isUnreadable = false;
  try {
    manifests = parseManifests(source);
  } catch {
    // The main thread reads everything again, in order, for the first error.
    isUnreadable = true;
  }
  const kinds = new Map<string, JsonObject>();
  const definitions: number[] = [];
  for (const [index, { object }] of manifests.entries()) {
    const { apiVersion = "", kind = "" } = object;
    const name = `${apiVersion} ${kind}`;
    if (isDefinition(object)) {
      definitions.push(index);
    } else if (!kinds.has(name)) {
      kinds.set(name, { apiVersion, kind });
    }
  }
  const survey = surveyManifests(
    manifests.filter(({ object }) => !isDefinition(object)),
    namespace,
  );
  const count = manifests.length;
  return [manifests, { type: "read", part, isUnreadable, count, survey, kinds: [...kinds.values()], definitions }];
}

/** Checks parts in the order of their numbers. */
export interface PartChecker {
  run(part: number, manifests: readonly Manifest[]): Promise<CheckedPart>;
  close(): Promise<void>;
}

export async function openPartChecker(
  settings: ThreadSettings,
  { surroundings, definitions, followed }: Extract<ToThread, { type: "check" }>,
): Promise<PartChecker> {
  const checker = await openObjectChecker(settings);
  for (const object of definitions) {
    await checker.define(withoutText(object), { isStrict: false });
  }
  const isIndependent = findIndependent(surroundings, settings.namespace);
  const catchUp = createCatchUp(checker, followed);
  return {
    async run(part, manifests) {
      const outputs: (string | number)[] = [];
      let accepted = 0;
      for (const [index, manifest] of manifests.entries()) {
        const { object } = manifest;
        if (isDefinition(object)) {
          continue;
        }
        if (catchUp.isBehind(part, index)) {
          await catchUp.run(part, index);
        }
        const isAlone = isIndependent(object) && isPortable(object, surroundings);
        if (isAlone && !checker.isPrepared(object)) {
          await checker.prepare(object);
        }
        const verdict = isAlone ? checker.tryAlone(manifest) : undefined;
        if (verdict === undefined) {
          outputs.push(index);
        } else {
          accepted++;
          append(outputs, reportVerdict(verdict, settings));
        }
      }
      return { type: "checked", part, accepted, outputs };
    },
    close: () => checker.close(),
  };
}

function append(outputs: (string | number)[], text: string): void {
  const last = outputs.length - 1;
  if (typeof outputs[last] === "string") {
    outputs[last] += text;
  } else if (text !== "") {
    outputs.push(text);
  }
}

interface CatchUp {
  isBehind(part: number, index: number): boolean;
  /** Stores the followed objects up to a position, the one at the position included. */
  run(part: number, index: number): Promise<void>;
}

function createCatchUp(checker: ObjectChecker, followed: readonly FollowedObject[]): CatchUp {
  let next = 0;
  const isBehind = (part: number, index: number) => {
    const first = followed[next];
    return first !== undefined && (first.part < part || (first.part === part && first.index <= index));
  };
  return {
    isBehind,
    async run(part, index) {
      for (; isBehind(part, index); next++) {
        const { object, warnings } = followed[next] as FollowedObject;
        await checker.check({ ...withoutText(object), warnings });
      }
    },
  };
}

/** An object whose verdict is not reported. */
function withoutText(object: JsonObject): Manifest {
  return { object, file: "", line: 1, path: [], lineAt: () => "", locate: () => [], warnings: [] };
}
