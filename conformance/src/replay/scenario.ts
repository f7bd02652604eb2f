import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export type Headers = Readonly<Record<string, string>>;

/** Expectation of one step; its members depend on the step. */
export interface RecordedAnswer {
  readonly code?: number;
  readonly type?: string;
  readonly warning?: unknown;
  readonly body?: unknown;
  readonly events?: readonly unknown[];
}

/**
 * One step: a request (`do`), the opening of a watch (`watch`), reading its events (`collect`), a script for the
 * webhook that the player itself serves (`hook`), or a pause (`sleep`). `${name}` in texts is a saved value.
 */
export interface Step {
  readonly do?: string;
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Headers;
  /** Names of values to save, with the JSON pointers into the body. */
  readonly save?: Readonly<Record<string, string>>;
  /** JSON pointers into `{code, body}` with the values to wait for, and `timeoutMs`. */
  readonly until?: Readonly<Record<string, unknown>>;
  /** Parts of the body to compare; all others are ignored. */
  readonly pick?: readonly string[];
  /** Parts of the response to ignore; `*` stands for every member. */
  readonly ignore?: readonly string[];
  readonly watch?: string;
  readonly path?: string;
  readonly once?: boolean;
  readonly collect?: string;
  readonly count?: number;
  readonly timeoutMs?: number;
  readonly hook?: string;
  readonly respond?: HookScript;
  readonly sleep?: number;
  readonly answer?: RecordedAnswer;
}

/** Answer of the player's webhook on one path. */
export interface HookScript {
  readonly delayMs?: number;
  readonly status?: number;
  readonly text?: string;
  readonly allowed?: boolean;
  readonly patch?: unknown;
  readonly result?: unknown;
  readonly warnings?: readonly string[];
  /** Renamed fields of spec, by desired version. */
  readonly conversion?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly fail?: string;
}

export interface Scenario {
  readonly name: string;
  readonly about: string;
  /** Whether metadata.managedFields is compared. */
  readonly managedFields?: boolean;
  readonly steps: readonly Step[];
}

/** Folder of the recordings: two folders up from the sources, and also from the compiled file. */
const goldenFolder = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "golden");

/** Reads the recordings whose names have one of the prefixes, or all, ordered by name. */
export function readScenarios(prefixes: readonly string[], folder = goldenFolder): Scenario[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .filter((file) => prefixes.length === 0 || prefixes.some((prefix) => file.startsWith(prefix)))
    .sort()
    .map((file) => ({ ...JSON.parse(readFileSync(join(folder, file), "utf8")), name: file.slice(0, -".json".length) }));
}

/** Description of a step in reports and in the list of known gaps. */
export function describeStep(step: Step): string {
  if (step.do !== undefined) {
    return step.do;
  }
  return step.watch === undefined ? `collect ${step.collect}` : `watch ${step.watch} ${step.path}`;
}
