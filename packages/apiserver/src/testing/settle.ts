import type { TestServer } from "./start-test-server.ts";

/**
 * Waits until work that continues after a response is done: a number of turns, with the clock moved by `ms` in between.
 */
export async function settle({ clock }: TestServer, { rounds = 3, ms = 0 } = {}): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    clock.advance(ms);
  }
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
