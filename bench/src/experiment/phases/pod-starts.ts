import { configObject, KINDS, PODS, podObject } from "../servers/objects.ts";
import { quantile } from "../statistics.ts";
import { atRate, type Phase, type Run, sleep, waitUntil } from "./phase.ts";

const PODS_PER_SECOND = 10;
const SECONDS = 4;
const PROBES_PER_SECOND = 20;

/**
 * Pods are created one after the other, each with its own Secret and ConfigMap, while another client reads and writes
 * one object repeatedly: measures the latencies that service level objectives limit.
 */
export const podStarts: Phase = async (run) => {
  const { point, admin, agents, figures, lengths } = run;
  const letter = point.mode === "mutable" ? "m" : "i";
  const created = new Map<string, number>();
  const times = { read: [] as number[], write: [] as number[] };
  await admin.expect([201, 409], "POST", KINDS[0].path, configObject("ConfigMap", PROBE, { text: "", bytes: 100 }));
  await Promise.all([
    atRate({ perSecond: PROBES_PER_SECOND, seconds: SECONDS }, (turn) => probe(run, turn, times)),
    atRate({ perSecond: PODS_PER_SECOND, seconds: SECONDS }, async (turn) => {
      const objectName = `${letter}-extra-${turn}`;
      await Promise.all(
        KINDS.map(async ({ kind, path }) => {
          const object = configObject(kind, objectName, { text: "old", bytes: point.bytes });
          await timed(times.write, () => admin.expect([201], "POST", path, object));
        }),
      );
      const name = `extra-${turn}`;
      const pod = podObject({ name, node: turn % point.nodes, objectName, consumption: "volume" });
      const startedAt = Date.now();
      const { metadata } = await timed(times.write, () => admin.expect([201], "POST", PODS, pod));
      created.set(metadata?.uid ?? "", startedAt);
    }),
  ]);
  const uids = [...created.keys()];
  const read = () => agents.pods(uids);
  await waitUntil(async () => (await read()).every(({ readyAt }) => readyAt !== undefined), lengths.patience / 2);
  const waits = (await read()).flatMap(({ uid, readyAt }) =>
    readyAt === undefined ? [] : [(readyAt - (created.get(uid) ?? 0)) / 1000],
  );
  figures.podStartP50 = quantile(waits, 0.5);
  figures.podStartP99 = quantile(waits, 0.99);
  figures.podStartMissing = uids.length - waits.length;
  figures.readP99 = quantile(times.read, 0.99);
  figures.writeP99 = quantile(times.write, 0.99);
  await sleep(lengths.settle * 500);
};

const PROBE = "probe";

async function probe({ admin }: Run, turn: number, times: { read: number[]; write: number[] }): Promise<void> {
  const path = `${KINDS[0].path}/${PROBE}`;
  if (turn % 2 === 0) {
    await timed(times.read, () => admin.expect([200], "GET", path));
  } else {
    await timed(times.write, () => admin.expect([200], "PATCH", path, { data: { turn: String(turn) } }));
  }
}

/** Runs `act` and adds its duration in seconds to the list. */
async function timed<T>(seconds: number[], act: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await act();
  seconds.push((performance.now() - started) / 1000);
  return result;
}
