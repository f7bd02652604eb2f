import { expect, it } from "vitest";
import { SLICES_PER_TURN, yieldTurn } from "./yield-turn.ts";

it("continues a few slices a turn, in their order, whatever waits", async () => {
  const order: string[] = [];
  const slices = Array.from({ length: 3 * SLICES_PER_TURN }, (_, i) =>
    yieldTurn().then(() => order.push(`slice ${i}`)),
  );
  let isOver = false;
  const countTurns = () => {
    order.push("turn");
    if (!isOver) {
      setImmediate(countTurns);
    }
  };
  setImmediate(countTurns);
  await Promise.all(slices);
  isOver = true;
  const inTurns = order
    .join()
    .split("turn")
    .map((turn) => turn.match(/slice/g)?.length ?? 0);
  expect(Math.max(...inTurns)).toBe(SLICES_PER_TURN);
  expect(order.filter((text) => text !== "turn")).toEqual(slices.map((_, i) => `slice ${i}`));
});
