import type { JsonObject } from "@kiln/api";
import type { AdmissionAttributes } from "./admission-plugin.ts";

/** State that a plugin finds again when admission runs a second time. */
export interface Rounds {
  lastOutput: JsonObject | undefined;
  /** Webhooks that may be called again, should a later one change the object. */
  readonly asked: Set<string>;
  readonly again: Set<string>;
}

/** Of the plugin of that name, made on its first use. */
export function roundsOf({ reinvocation }: AdmissionAttributes, plugin: string): Rounds {
  const known = reinvocation.notes.get(plugin) as Rounds | undefined;
  const rounds = known ?? { lastOutput: undefined, asked: new Set(), again: new Set() };
  reinvocation.notes.set(plugin, rounds);
  return rounds;
}

/** Changes the rounds: the object is another now, so plugins with reinvocation run again. */
export function askAgain({ asked, again }: Rounds): void {
  for (const id of asked) {
    again.add(id);
  }
  asked.clear();
}
