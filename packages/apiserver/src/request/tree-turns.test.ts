import { describe, expect, it } from "vitest";
import { createTreeTurns } from "./tree-turns.ts";

describe("createTreeTurns()", () => {
  it("lets one slice run in a turn of the event loop: users in turn, and each user's oldest answer first", async () => {
    const turns = createTreeTurns();
    const ran: string[] = [];
    let inThisTurn = 0;
    let mostInATurn = 0;
    const work = async (name: string) => {
      const nextTurn = turns.open(name.charAt(0));
      for (let i = 0; i < 2; i++) {
        await nextTurn();
        ran.push(name);
        mostInATurn = Math.max(mostInATurn, ++inThisTurn);
      }
    };
    let isDone = false;
    void Promise.all(["a1", "a2", "a3", "b1"].map(work)).then(() => {
      isDone = true;
    });
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      inThisTurn = 0;
    }
    expect(mostInATurn).toBe(1);
    expect(ran).toEqual(["a1", "b1", "a1", "b1", "a2", "a2", "a3", "a3"]);
  });
});
