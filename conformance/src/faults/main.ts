import { holdIdleConnections } from "./hold-idle-connections.ts";
import { serveUnderLoad } from "./serve-under-load.ts";
import { soak } from "./soak.ts";
import { watchBesideAStuckOne } from "./watch-beside-a-stuck-one.ts";

const USAGE =
  "usage: npm run soak [-- MINUTES], npm run faults [-- CONNECTIONS WATCHERS], or npm run faults:load [-- MINUTES CONNECTIONS WATCHERS]";

/** Returns the exit code: 1 if a check failed, 2 for invalid arguments. */
async function main([what, ...numbers]: readonly string[]): Promise<number> {
  const [first, second, third] = numbers.map(Number);
  if (numbers.some((text) => !(Number(text) > 0))) {
    console.error(USAGE);
    return 2;
  }
  switch (what) {
    case "soak":
      return (await soak(first ?? 10)) ? 0 : 1;
    case "faults":
      return (await holdIdleConnections(first ?? 10_000)) && (await watchBesideAStuckOne(second ?? 1000)) ? 0 : 1;
    case "load": {
      const load = { minutes: first ?? 10, connections: second ?? 10_000, watchers: third ?? 2_000 };
      return (await serveUnderLoad(load)) ? 0 : 1;
    }
    default:
      console.error(USAGE);
      return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
