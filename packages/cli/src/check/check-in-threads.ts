import { availableParallelism } from "node:os";
import type { JsonObject } from "@kiln/api";
import { executableFiles } from "../executable.ts";
import { isDefinition } from "../manifests/is-definition.ts";
import { type Manifest, type ManifestText, parseManifests } from "../manifests/manifest.ts";
import { splitText } from "../manifests/split-text.ts";
import { checkNext } from "./check-objects.ts";
import { findIndependent, mergeSurveys } from "./find-independent.ts";
import { type ObjectChecker, openObjectChecker, type Verdict } from "./object-checker.ts";
import { type CheckThreads, openThreads } from "./open-threads.ts";
import type { FollowedObject, ReadPart, ThreadSettings } from "./thread-messages.ts";

export interface ThreadedInput extends ThreadSettings {
  readonly texts: readonly ManifestText[];
  readonly definitions: readonly Manifest[];
  /** Called for each part of the text that was read, and with the number of all parts. */
  readonly onRead: (total: number) => void;
  readonly onVerdict: (verdict: Verdict) => void;
  /** Called with the output about accepted objects. */
  readonly onOutput: (text: string) => void;
  /** Called with the number of objects that were accepted since the last call, without a call of `onVerdict`. */
  readonly onAccepted: (count: number) => void;
  /** Called with the number of objects when all are read. */
  readonly onCounted: (count: number) => void;
}

/** Length in characters from which threads take less time than they need to start. */
const WORTHWHILE = 3_000_000;
/** Length of a part: a thread reads it in 50 ms. */
const PART_LENGTH = 1_000_000;
/** Maximum number of objects on which all later ones depend: every thread stores all of them. */
const MAX_FOLLOWED = 1_000;

/**
 * Checks new objects as `checkObjects` does, in threads: most objects can be checked alone, with the CRDs and the few
 * objects that the server follows, such as LimitRanges. The others are checked here. Returns false, before any verdict,
 * if the objects cannot be divided or a text is unreadable.
 */
export async function checkInThreads(input: ThreadedInput): Promise<boolean> {
  const length = input.texts.reduce((sum, { text }) => sum + text.length, 0);
  // The single executable has no script files to start threads from.
  if (length < WORTHWHILE || executableFiles() !== undefined) {
    return false;
  }
  const parts = input.texts.flatMap((text) => splitText(text, PART_LENGTH));
  const count = Math.min(availableParallelism(), parts.length);
  if (count < 2) {
    return false;
  }
  const { semantics, isStrict, namespace, format, isQuiet, hasColor } = input;
  const threads = openThreads(count, { semantics, isStrict, namespace, format, isQuiet, hasColor });
  try {
    return await checkParts(input, parts, threads);
  } finally {
    await threads.close();
  }
}

async function checkParts(
  input: ThreadedInput,
  parts: readonly ManifestText[],
  threads: CheckThreads,
): Promise<boolean> {
  const messages = parts.map((source, part) => ({ type: "read", part, source }) as const);
  const read = await threads.read(messages, () => input.onRead(parts.length));
  const surroundings = mergeSurveys(read.map(({ survey }) => survey));
  const total = read.reduce((sum, { count }) => sum + count, 0);
  if (total === 0 || read.some(({ isUnreadable }) => isUnreadable) || surroundings.hasPolicies) {
    return false;
  }
  const checker = await openObjectChecker(input);
  try {
    const verdicts = await defineAll(checker, input, { parts, read });
    const followed = await findFollowed(checker, { parts, read });
    if (followed.length > MAX_FOLLOWED) {
      return false;
    }
    input.onCounted(total);
    for (const verdict of verdicts.filter(({ isReported }) => isReported)) {
      input.onVerdict(verdict.verdict);
    }
    const definitions = verdicts
      .filter(({ verdict }) => verdict.isAccepted)
      .map(({ verdict }) => verdict.manifest.object);
    const check = checkNext(checker, findIndependent(surroundings, input.namespace));
    for await (const { part, accepted, outputs } of threads.check({
      type: "check",
      surroundings,
      definitions,
      followed,
    })) {
      const manifests = outputs.some((each) => typeof each === "number")
        ? parseManifests(parts[part] as ManifestText)
        : [];
      for (const output of outputs) {
        if (typeof output === "string") {
          input.onOutput(output);
        } else {
          input.onVerdict(await check(manifests[output] as Manifest));
        }
      }
      input.onAccepted(accepted);
    }
    return true;
  } finally {
    await checker.close();
  }
}

interface Parts {
  readonly parts: readonly ManifestText[];
  readonly read: readonly ReadPart[];
}

interface Defined {
  readonly verdict: Verdict;
  readonly isReported: boolean;
}

/** Checks and stores the CRDs: those that exist already, and then the new ones. */
async function defineAll(
  checker: ObjectChecker,
  { definitions, isStrict }: ThreadedInput,
  { parts, read }: Parts,
): Promise<Defined[]> {
  const all: Defined[] = [];
  for (const manifest of definitions) {
    const verdict = await checker.define(manifest, { isStrict: false });
    all.push({ verdict, isReported: !verdict.isAccepted });
  }
  for (const { part, definitions: indices } of read) {
    const manifests = indices.length === 0 ? [] : parseManifests(parts[part] as ManifestText);
    for (const index of indices) {
      all.push({ verdict: await checker.define(manifests[index] as Manifest, { isStrict }), isReported: true });
    }
  }
  return all;
}

/** Finds the objects on which the checks of later ones depend. */
async function findFollowed(checker: ObjectChecker, { parts, read }: Parts): Promise<FollowedObject[]> {
  const found: FollowedObject[] = [];
  const kinds = new Map<string, boolean>();
  const isFollowed = ({ apiVersion, kind }: JsonObject) => kinds.get(`${apiVersion} ${kind}`) === true;
  for (const { part, kinds: inPart } of read) {
    let isAny = false;
    for (const object of inPart) {
      const name = `${object.apiVersion} ${object.kind}`;
      kinds.set(name, kinds.get(name) ?? (await checker.isFollowed(object)));
      isAny ||= isFollowed(object);
    }
    const manifests = isAny ? parseManifests(parts[part] as ManifestText) : [];
    for (const [index, { object, warnings }] of manifests.entries()) {
      if (isFollowed(object) && !isDefinition(object)) {
        found.push({ part, index, object, warnings });
      }
    }
    if (found.length > MAX_FOLLOWED) {
      break;
    }
  }
  return found;
}
