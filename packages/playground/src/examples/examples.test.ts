import { createSystemClock } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { play } from "../play/play.ts";
import { openWorlds } from "../server/open-world.ts";
import { examples } from "./index.ts";

const random = { uuid: () => crypto.randomUUID(), fraction: () => 0.5 };

describe("examples", async () => {
  const worlds = await openWorlds({ clock: createSystemClock(globalThis), random });

  it.each(examples.map((example) => [example.title, example] as const))("%s: does what it says", async (_, example) => {
    const world = await worlds.open();
    const { definitions, steps } = await play(world, example.state);
    await world.close();
    expect(definitions).toMatchObject({ verdict: "accepted", notices: [] });
    expect(steps.map(({ verdict }) => verdict)).toEqual(example.verdicts);
    expect(steps.filter(({ verdict }) => verdict === "refused").flatMap(({ notices }) => notices)).not.toContainEqual(
      expect.objectContaining({ text: "" }),
    );
  });

  it("have titles of their own", () => {
    expect(new Set(examples.map(({ title }) => title)).size).toBe(examples.length);
  });
});
