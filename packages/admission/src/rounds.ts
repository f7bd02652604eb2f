import type { JsonObject } from "@kiln/api";
import type { AdmissionAttributes } from "./admission-plugin.ts";

/** State of a plugin between the first run of admission and the reinvocation. */
export interface Rounds {
  lastOutput: JsonObject | undefined;
  /** Webhooks with reinvocation that were called since the object last changed. */
  readonly asked: Set<string>;
  readonly again: Set<string>;
}

/** State of the named plugin, created on first use. */
export function roundsOf({ reinvocation }: AdmissionAttributes, plugin: string): Rounds {
  const known = reinvocation.notes.get(plugin) as Rounds | undefined;
  const rounds = known ?? { lastOutput: undefined, asked: new Set(), again: new Set() };
  reinvocation.notes.set(plugin, rounds);
  return rounds;
}

/** Marks the called webhooks for reinvocation, because the object has changed. */
export function askAgain({ asked, again }: Rounds): void {
  for (const id of asked) {
    again.add(id);
  }
  asked.clear();
}
