import type { Figure } from "../benchmark.ts";
import { startKiln } from "../server/start-server.ts";
import { quantile } from "./open-client.ts";

const ROUNDS = 9;

export async function measureStart(): Promise<readonly Figure[]> {
  const times = { plain: [] as number[], simulated: [] as number[] };
  const memory = { plain: [] as number[], simulated: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, flags] of [
      ["plain", []],
      ["simulated", ["--simulate"]],
    ] as const) {
      const server = await startKiln(flags);
      times[kind].push(server.readyMs);
      memory[kind].push(server.memory().resident / 1e6);
      await server.close();
    }
  }
  return [
    { name: "ready without --simulate p50", value: quantile(times.plain, 0.5), unit: "ms" },
    { name: "ready with --simulate p50", value: quantile(times.simulated, 0.5), unit: "ms" },
    { name: "resident without --simulate p50", value: quantile(memory.plain, 0.5), unit: "MB" },
    { name: "resident with --simulate p50", value: quantile(memory.simulated, 0.5), unit: "MB" },
  ];
}
