import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ProbeMessage, ProbeOptions, ProbeReport } from "./probe.ts";

export interface RunningProbe {
  /** Resolves with the observations since the last report. */
  report(): Promise<ProbeReport>;
  stop(): void;
}

export function startProbe(options: ProbeOptions): RunningProbe {
  const child = fork(fileURLToPath(new URL("./probe.js", import.meta.url)), { serialization: "advanced" });
  const send = (message: ProbeMessage) => child.send(message);
  send({ start: options });
  return {
    report: async () => {
      const reported = once(child, "message");
      send({ report: true });
      const [report] = await reported;
      return report as ProbeReport;
    },
    stop: () => child.kill(),
  };
}
