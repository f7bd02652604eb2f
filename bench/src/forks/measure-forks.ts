import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type ForkHandle, type Kiln, startInProcess } from "@kiln/testing/helper";
import type { Figure } from "../benchmark.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const CLOCKS = "/apis/testing.kiln.dev/v1/clocks";
const BASE_OBJECTS = 10_000;
const LIVES = 1000;
/** Lives before the measured ones: the code of a fork is compiled during the first. */
const WARM_UP = 50;
const MANY = 1000;
const DELETED = 10_000;
const SETTLE_MS = 1000;
const YOUNG = 20;

async function withBase<T>(measure: (kiln: Kiln) => Promise<T>): Promise<T> {
  const kiln = await startInProcess();
  try {
    for (let i = 0; i < BASE_OBJECTS; i++) {
      await kiln.request("POST", MAPS, { metadata: { name: `map-${i}` }, data: { value: "x".repeat(200) } });
    }
    return await measure(kiln);
  } finally {
    await kiln.stop();
  }
}

/** Uses a fork as a test does: reads and writes. */
async function use(fork: ForkHandle): Promise<void> {
  await (await fork.fetch(`${MAPS}/map-1`)).text();
  const body = JSON.stringify({ metadata: { name: "mine" } });
  const headers = { "content-type": "application/json" };
  await (await fork.fetch(MAPS, { method: "POST", headers, body })).text();
}

class Times {
  readonly #ms: number[] = [];

  async measure<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await work();
    this.#ms.push(performance.now() - start);
    return result;
  }

  figures(name: string, most?: number): Figure[] {
    const sorted = this.#ms.slice(WARM_UP).sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    const bound = most === undefined ? {} : { bound: { most } };
    return [
      { name: `${name} of the first fork`, value: this.#ms[0] ?? 0, unit: "ms" },
      { name: `${name} p50`, value: at(0.5), unit: "ms" },
      { name: `${name} p99`, value: at(0.99), unit: "ms", ...bound },
    ];
  }
}

export function measureLives(): Promise<readonly Figure[]> {
  return withBase(async (kiln) => {
    const [create, first, reset, remove] = [new Times(), new Times(), new Times(), new Times()];
    for (let i = 0; i < WARM_UP + LIVES; i++) {
      const fork = await create.measure(() => kiln.fork());
      await first.measure(async () => (await fork.fetch(`${MAPS}/map-1`)).text());
      await use(fork);
      await reset.measure(() => fork.reset());
      await remove.measure(() => fork.delete());
    }
    return [
      ...create.figures("create", 5),
      ...first.figures("first request"),
      ...reset.figures("reset", 2),
      ...remove.figures("delete", 2),
    ];
  });
}

/**
 * Bytes of ended forks that collections of young garbage keep: they are copied twice before a full collection frees
 * them, which makes the pauses of the forks that follow longer.
 */
export function measureYoung(): Promise<readonly Figure[]> {
  return withBase(async (kiln) => {
    const live = async () => {
      const fork = await kiln.fork();
      await use(fork);
      await fork.delete();
    };
    for (let i = 0; i < 2 * YOUNG; i++) {
      await live();
    }
    const before = heapBytes("minor");
    for (let i = 0; i < YOUNG; i++) {
      await live();
    }
    const each = (heapBytes("minor") - before) / YOUNG / 1e6;
    return [{ name: "kept a fork", value: each, unit: "MB", bound: { most: 0.1 } }];
  });
}

export function measureMany(): Promise<readonly Figure[]> {
  return withBase(async (kiln) => {
    const before = heapBytes();
    for (let i = 0; i < MANY; i++) {
      await use(await kiln.fork());
    }
    const each = ((await settledHeap()) - before) / MANY / 1e6;
    return [{ name: "heap a fork", value: each, unit: "MB", bound: { most: 0.5 } }];
  });
}

export function measureLeftover(): Promise<readonly Figure[]> {
  return withBase(async (kiln) => {
    const pass = await startClock(kiln);
    const live = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const fork = await kiln.fork();
        await use(fork);
        await fork.delete();
      }
      await pass();
      return heapBytes();
    };
    const warm = await live(DELETED / 10);
    const left = (await live(DELETED)) - warm;
    return [
      { name: "heap before", value: warm / 1e6, unit: "MB" },
      { name: "heap left", value: left / 1e6, unit: "MB", bound: { most: 5 } },
    ];
  });
}

/**
 * Returns a function that advances the base's clock past its five minutes of history, which contain the deleted Fork
 * objects.
 */
async function startClock(kiln: Kiln): Promise<() => Promise<void>> {
  const clock = { apiVersion: "testing.kiln.dev/v1", kind: "Clock", metadata: { name: "cluster" } };
  let last = await kiln.request("POST", CLOCKS, { ...clock, spec: { stopped: true } });
  let minutes = 0;
  return async () => {
    minutes += 10;
    last = await kiln.request("PUT", `${CLOCKS}/cluster`, { ...last, spec: { stopped: true, offset: `${minutes}m` } });
  };
}

/** Heap size once the controllers of all forks have read their objects: it decreases until then. */
async function settledHeap(): Promise<number> {
  let lowest = heapBytes();
  for (let unchanged = 0; unchanged < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const bytes = heapBytes();
    unchanged = bytes < lowest * 0.99 ? 0 : unchanged + 1;
    lowest = Math.min(lowest, bytes);
  }
  return lowest;
}

/** A young object survives two minor collections before it counts as old. */
const COLLECTIONS = 3;

function heapBytes(type: "major" | "minor" = "major"): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options?: { readonly type: "minor" }) => void;
  if (type === "major") {
    // Without options: a collection of type "major" leaves some of the garbage of short-lived code.
    collect();
  } else {
    for (let i = 0; i < COLLECTIONS; i++) {
      collect({ type });
    }
  }
  return process.memoryUsage().heapUsed;
}
