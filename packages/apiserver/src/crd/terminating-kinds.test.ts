import { createKeyQueue } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { describe, expect, it } from "vitest";
import { createTerminatingKinds, TAKEOVER_MS } from "./terminating-kinds.ts";

function start(work: (key: string) => Promise<void> = async () => undefined) {
  const clock = createManualClock(new Date(0));
  const runs: string[] = [];
  const queue = createKeyQueue({
    clock,
    work: (key) => {
      runs.push(key);
      return work(key);
    },
    onError: () => undefined,
  });
  return { kinds: createTerminatingKinds(queue), queue, clock, runs };
}

describe("createTerminatingKinds()", () => {
  it("runs the clean-up of the kind whose object was deleted, and of no other", async () => {
    const { kinds, queue, clock, runs } = start();
    kinds.add("a", "/registry/a/");
    kinds.add("b", "/registry/b/");
    clock.advance(TAKEOVER_MS);
    await queue.idle();
    expect(runs).toEqual(["a", "b"]);
    kinds.touch("/registry/b/ns/x");
    kinds.touch("/registry/c/ns/x");
    await queue.idle();
    expect(runs).toEqual(["a", "b", "b"]);
  });

  it("runs at once where it is started, and after a pause where another server should do it", async () => {
    const { kinds, queue, clock, runs } = start();
    kinds.add("mine", "/registry/a/");
    kinds.add("theirs", "/registry/b/");
    kinds.start("mine");
    await queue.idle();
    expect(runs).toEqual(["mine"]);
    clock.advance(TAKEOVER_MS);
    await queue.idle();
    expect(runs).toEqual(["mine", "theirs"]);
  });

  it("tries again after a failure, without another event", async () => {
    const failures = [new Error("lost race"), new Error("unreachable")];
    const { kinds, queue, clock, runs } = start(async () => {
      const failure = failures.shift();
      if (failure !== undefined) {
        throw failure;
      }
    });
    kinds.add("a", "/registry/a/");
    kinds.start("a");
    await queue.idle();
    clock.advance(1000);
    await queue.idle();
    clock.advance(1000);
    await queue.idle();
    expect(runs).toEqual(["a", "a", "a"]);
  });

  it("forgets a kind whose CRD is gone", async () => {
    const { kinds, queue, clock, runs } = start();
    kinds.add("a", "/registry/a/");
    kinds.remove("a");
    kinds.touch("/registry/a/1");
    clock.advance(TAKEOVER_MS);
    await queue.idle();
    expect(kinds.definitionKeys()).toEqual([]);
    expect(runs).toEqual([]);
  });
});
