import { createManualClock } from "@kiln/api/testing";
import { type Store, StoreError, yieldTurn } from "@kiln/store";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { createApiServer } from "../server.ts";
import { BackgroundLog, BackgroundWork } from "./background-work.ts";

const CLOSED = { err: new StoreError("closed", "The store is closed.") };

function recordLog() {
  const lines: string[] = [];
  const write = (level: string) => (_: object, message: string) => void lines.push(`${level} ${message}`);
  return { lines, log: { info: write("info"), warn: write("warn"), error: write("error") } };
}

describe("BackgroundWork", () => {
  const clock = () => createManualClock(new Date(0));

  it("waits for work in flight, and for work that follows it", async () => {
    const work = new BackgroundWork(clock());
    const ended: string[] = [];
    const write = async (name: string) => {
      await yieldTurn();
      await yieldTurn();
      ended.push(name);
    };
    const twice = async () => {
      await work.follow(write("first"));
      await work.follow(write("second"));
    };
    void twice();
    await work.end();
    expect(ended).toEqual(["first", "second"]);
  });

  it("waits for work that fails, whose caller gets the error", async () => {
    const work = new BackgroundWork(clock());
    const fail = async () => {
      await yieldTurn();
      throw new Error("lost");
    };
    const failed = work.follow(fail()).catch((error) => (error as Error).message);
    await work.end();
    expect(await failed).toBe("lost");
  });

  it("does not wait longer than two seconds", async () => {
    const manual = clock();
    const work = new BackgroundWork(manual);
    void work.follow(new Promise(() => {}));
    const ending = work.end();
    await yieldTurn();
    await yieldTurn();
    manual.advance(2000);
    await ending;
  });

  it("keeps errors of a closed store out of the log once it ends", async () => {
    const work = new BackgroundWork(clock());
    const { log, lines } = recordLog();
    const filtered = new BackgroundLog(work, log);
    filtered.warn(CLOSED, "before");
    await work.end();
    filtered.error(CLOSED, "after");
    filtered.info({ err: new Error("other") }, "other");
    expect(lines).toEqual(["warn before", "info other"]);
  });
});

/** A store like one on the network: each call takes some turns of the event loop. */
function slowDown(store: MemoryStore): Store {
  const slow = new Set(["get", "getAll", "range", "create", "replace", "delete", "count"]);
  return new Proxy(store as Store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") {
        return value;
      }
      return slow.has(String(name))
        ? async (...args: unknown[]) => {
            await yieldTurn();
            await yieldTurn();
            return value.apply(target, args);
          }
        : value.bind(target);
    },
  });
}

describe("a server that stops", () => {
  const ADDRESS_KEY = "/registry/masterleases/10.1.2.3";

  async function runFor(turns: number) {
    const inner = new MemoryStore();
    const store = slowDown(inner);
    const { log, lines } = recordLog();
    let uids = 0;
    const random = { uuid: () => `uid-${uids++}`, fraction: () => 0.5 };
    const server = await createApiServer({
      ...{ store, log, random, clock: createManualClock(new Date(0)), sharesStore: true },
      ...{ hasBootstrapPolicy: false, ownApiServices: "none" },
      advertised: Promise.resolve({ address: "10.1.2.3", port: 6443 }),
    });
    for (let i = 0; i < turns; i++) {
      await yieldTurn();
    }
    const wasPublished = inner.peek(ADDRESS_KEY) !== undefined;
    await server.close();
    const isPublished = inner.peek(ADDRESS_KEY) !== undefined;
    await store.close();
    for (let i = 0; i < 20; i++) {
      await yieldTurn();
    }
    return { wasPublished, isPublished, lines };
  }

  it("removes its address before the store closes", async () => {
    expect(await runFor(100)).toEqual({ wasPublished: true, isPublished: false, lines: [] });
  });

  it.each([0, 1, 2, 3, 4, 5, 7, 9, 12, 15, 20, 30, 40, 60])(
    "logs no errors, %s turns after its start",
    async (turns) => {
      expect((await runFor(turns)).lines).toEqual([]);
    },
  );
});
