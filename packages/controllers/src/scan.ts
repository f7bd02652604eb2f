import { type Head, readHead } from "@kiln/kinds";
import { isStoreError, yieldTurn } from "@kiln/store";
import type { ControllerServices } from "./controller-services.ts";

/** Reads the stored objects of a kind, with the lowest priority. Never throws. */
export async function scan(
  { store, log }: Pick<ControllerServices, "store" | "log">,
  prefix: string,
  look: (key: string, head: Head) => void,
): Promise<void> {
  try {
    for await (const { entries } of await store.range({ prefix })) {
      for (const { key, value } of entries) {
        const head = readHead(value);
        if (head !== undefined) {
          look(key, head);
        }
      }
      await yieldTurn();
    }
  } catch (error) {
    if (isStoreError(error, "closed")) {
      return;
    }
    log.warn(
      { err: error, prefix },
      "controller: initial scan failed: unfinished work of an earlier run waits for the next change",
    );
  }
}
