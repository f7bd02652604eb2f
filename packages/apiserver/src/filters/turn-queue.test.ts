import { createManualClock } from "@kiln/api/testing";
import { describe, expect, it } from "vitest";
import { TurnQueue } from "./turn-queue.ts";

const anyone = () => true;

function open() {
  const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
  const queue = new TurnQueue({ clock, mostPerUser: 3 });
  const heard: string[] = [];
  const wait = async (user: string, name: string, patienceMs = 5_000) => {
    heard.push((await queue.wait(user, patienceMs)) === true ? name : `not ${name}`);
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { clock, queue, heard, wait, settle };
}

describe("TurnQueue", () => {
  it("lets users take turns, and keeps the order of each", async () => {
    const { queue, heard, wait, settle } = open();
    for (const [user, name] of ["a1", "a2", "a3", "b1", "c1", "c2"].map((name) => [name.charAt(0), name])) {
      void wait(user ?? "", name ?? "");
    }
    while (queue.letIn(anyone) !== undefined) {
      await settle();
    }
    expect(heard).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
  });

  it("has room for so many of one user, however many others wait", async () => {
    const { queue, heard, wait, settle } = open();
    for (const name of ["a1", "a2", "a3", "b1"]) {
      void wait(name.charAt(0), name);
    }
    expect(queue.wait("a", 5_000)).toBeUndefined();
    queue.letIn(anyone);
    expect(queue.wait("a", 5_000)).toBeInstanceOf(Promise);
    await settle();
    expect(heard).toEqual(["a1"]);
  });

  it("turns away those who have waited too long, and only those", async () => {
    const { clock, queue, heard, wait, settle } = open();
    void wait("a", "a1");
    clock.advance(3_000);
    void wait("a", "a2");
    clock.advance(2_000);
    clock.advance(1_000);
    await settle();
    expect(heard).toEqual(["not a1"]);
    expect(queue.letIn(anyone)).toBe("a");
    await settle();
    expect(heard).toEqual(["not a1", "a2"]);
    expect(queue.letIn(anyone)).toBeUndefined();
  });

  it("turns away who has less patience, though another came before", async () => {
    const { clock, queue, heard, wait, settle } = open();
    void wait("a", "a1");
    void wait("a", "a2", 500);
    clock.advance(1_000);
    await settle();
    expect(heard).toEqual(["not a2"]);
    queue.letIn(anyone);
    await settle();
    expect(heard).toEqual(["not a2", "a1"]);
  });
});
