import { decodeUtf8 } from "@kiln/api";
import { type Client, readBytes, toFailure, wait } from "@kiln/client";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp, useLasting } from "../app/use-app.ts";
import { compareReadings, type MetricsPoint, type MetricsReading, readMetrics } from "../model/metrics.ts";
import { explainError } from "./explain-error.ts";
import { Plot, printNumber } from "./plot.tsx";

const EVERY_MS = 2_000;
const CAPACITY = 150;

/** Page with the server's metrics, read every two seconds while it is open. */
export function MetricsPage(): VNode {
  const { points, error } = usePoints();
  const last = points.at(-1);
  const of = (pick: (point: MetricsPoint) => number | undefined) => points.map(pick);
  return (
    <div class="page metrics">
      <div class="page-head">
        <h1>Metrics</h1>
        <span class="soft">of this API server process, every {EVERY_MS / 1000} s</span>
      </div>
      {error !== "" && (
        <p class="notice bad" role="alert">
          {error}
        </p>
      )}
      {points.length === 0 && error === "" && <p class="notice">Two readings make the first point …</p>}
      {points.length > 0 && (
        <>
          <Plot
            title="Requests"
            unit="/s"
            capacity={CAPACITY}
            series={[{ name: "all", values: of(({ requestsPerSecond }) => requestsPerSecond) }]}
          />
          <Plot
            title="Latency"
            unit="ms"
            capacity={CAPACITY}
            series={[
              { name: "p50", values: of(({ p50Ms }) => p50Ms) },
              { name: "p99", values: of(({ p99Ms }) => p99Ms) },
            ]}
          />
          <Plot
            title="Watches"
            unit="open"
            capacity={CAPACITY}
            series={[{ name: "watches", values: of(({ watches }) => watches) }]}
          />
          <Plot
            title="Memory"
            unit="MB"
            capacity={CAPACITY}
            series={[{ name: "resident", values: of(({ residentBytes }) => residentBytes / 1e6) }]}
          />
        </>
      )}
      {last !== undefined && <VerbTable point={last} />}
    </div>
  );
}

function VerbTable({ point }: { readonly point: MetricsPoint }): VNode {
  const verbs = [...point.byVerb].sort((a, b) => b[1] - a[1]);
  return (
    <table class="plain-table verbs">
      <caption>Requests by verb</caption>
      <thead>
        <tr>
          <th scope="col">Verb</th>
          <th scope="col">Requests a second</th>
        </tr>
      </thead>
      <tbody>
        {verbs.map(([verb, rate]) => (
          <tr key={verb}>
            <td>{verb}</td>
            <td>{printNumber(rate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Metrics are those of the process, so they are read from the base cluster even if a fork is shown. */
function usePoints(): { readonly points: readonly MetricsPoint[]; readonly error: string } {
  const app = useApp();
  const [points, setPoints] = useState<readonly MetricsPoint[]>([]);
  const [error, setError] = useState("");
  useLasting(async (signal) => {
    let before: MetricsReading | undefined;
    while (!signal.aborted) {
      try {
        const reading = await read(app.base, signal);
        const point = before === undefined ? undefined : compareReadings(before, reading);
        before = reading;
        setError("");
        if (point !== undefined) {
          setPoints((known) => [...known, point].slice(-CAPACITY));
        }
      } catch (failure) {
        if (!signal.aborted) {
          setError(explainError(failure));
        }
      }
      await wait(app.clock, EVERY_MS, signal);
    }
  }, []);
  return { points, error };
}

async function read(client: Client, signal: AbortSignal): Promise<MetricsReading> {
  const response = await client.send("GET", "/metrics", { headers: { accept: "text/plain" }, signal });
  if (response.status !== 200) {
    throw await toFailure(response);
  }
  return readMetrics(decodeUtf8(await readBytes(response.body)), Date.now());
}
