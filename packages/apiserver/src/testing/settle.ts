import type { TestServer } from "./start-test-server.ts";

/** Lets happen what happens behind answers: a number of turns, and between them as much time as is given. */
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
