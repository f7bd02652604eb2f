import type { Figure } from "../benchmark.ts";
import { startKiln } from "../server/start-server.ts";
import { createHot, patchHot, Watchers } from "./many-watchers.ts";
import { plot } from "./plot.ts";

const STAGES = [500, 1000, 2000, 3500, 5000];
const SECONDS = 4;
const PER_SECOND = 100;

/** Updates one object 100 times a second, and measures how many watchers receive the events in time. */
export async function hotObject(): Promise<readonly Figure[]> {
  const server = await startKiln();
  const watchers = new Watchers();
  try {
    const connection = await createHot(server);
    const share: [number, number][] = [];
    const behind: [number, number][] = [];
    for (const stage of STAGES) {
      process.stderr.write(`  ${stage} watchers\n`);
      await watchers.grow(server, stage);
      const [start, processor] = [performance.now(), server.processorMs()];
      for (let turn = 0; turn < SECONDS * PER_SECOND; turn++) {
        const due = start + (turn * 1000) / PER_SECOND;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
        await patchHot(connection, turn + stage);
      }
      const sentMs = performance.now() - start;
      await watchers.until(stage * SECONDS * PER_SECOND);
      watchers.events = 0;
      const elapsedMs = performance.now() - start;
      share.push([stage, (server.processorMs() - processor) / elapsedMs]);
      behind.push([stage, (elapsedMs - SECONDS * 1000) / 1000]);
      process.stderr.write(`    sent in ${Math.round(sentMs)} ms, received after ${Math.round(elapsedMs)} ms\n`);
    }
    plot({
      name: "scale-hot-object",
      title: `${PER_SECOND} updates a second of one object, for ${SECONDS} s`,
      xLabel: "watchers of the object's kind",
      yLabel: "cores; seconds behind at the end",
      lines: { "processor, cores": share, "behind, s": behind },
    });
    const kept = behind.filter(([, seconds]) => seconds < 0.5).at(-1)?.[0] ?? 0;
    return [
      { name: `watchers that ${PER_SECOND} updates/s reach as they come`, value: kept, unit: "watchers" },
      { name: "behind with 5,000", value: behind.at(-1)?.[1] ?? Number.NaN, unit: "s" },
    ];
  } finally {
    watchers.close();
    await server.close();
  }
}
