import type { JsonObject } from "@kiln/api";
import type { AdmissionAttributes } from "./admission-plugin.ts";

/** State of a plugin for the reinvocation of admission. */
export interface Rounds {
  lastOutput: JsonObject | undefined;
  /** Webhooks that may be called again if a later one changes the object. */
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

/** Changes the rounds: the object changed, so plugins with reinvocation run again. */
export function askAgain({ asked, again }: Rounds): void {
  for (const id of asked) {
    again.add(id);
  }
  asked.clear();
}
