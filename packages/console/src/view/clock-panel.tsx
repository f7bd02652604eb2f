import { type KubeObject, objectAt, StatusError, textAt } from "@kiln/api";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp, useLasting } from "../app/use-app.ts";
import { CLOCKS, setClock } from "../model/testing-kinds.ts";
import { explainError } from "./explain-error.ts";

const STEPS = [
  ["1 minute", 60],
  ["1 hour", 3_600],
  ["1 day", 86_400],
] as const;

/** Panel with the clock of the cluster: real time, stopped, or advanced. */
export function ClockPanel(): VNode {
  const app = useApp();
  const client = app.client.value;
  const [clock, setShown] = useState<KubeObject | undefined>(undefined);
  const [error, setError] = useState("");
  const read = async () => {
    try {
      setShown(await client.get(CLOCKS, { name: "cluster" }));
    } catch (failure) {
      setShown(undefined);
      if (!(failure instanceof StatusError) || failure.status.code !== 404) {
        throw failure;
      }
    }
  };
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      await read();
      setError("");
    } catch (failure) {
      setError(explainError(failure));
    }
  };
  useLasting(() => attempt(async () => {}), [client]);
  const spec = objectAt(clock, "spec");
  const now = textAt(objectAt(clock, "status"), "time") || textAt(spec, "time");
  const advance = (seconds: number) => {
    const from = now === "" ? Date.now() : Date.parse(now);
    const time = new Date(from + seconds * 1000).toISOString().replace(/\.\d+Z$/, "Z");
    return setClock(client, { stopped: spec.stopped === true, time });
  };
  return (
    <section class="panel" aria-label="Clock">
      <div class="panel-head">
        <h2>Clock</h2>
        <span class={`badge ${clock === undefined ? "plain" : "note"}`}>
          {clock === undefined ? "real time" : spec.stopped === true ? "stopped" : "moved"}
        </span>
      </div>
      <p class="clock-time">{now === "" ? "as this machine" : now}</p>
      <div class="row">
        {STEPS.map(([label, seconds]) => (
          <button key={label} type="button" class="small" onClick={() => attempt(() => advance(seconds))}>
            + {label}
          </button>
        ))}
        <button
          type="button"
          class="small"
          onClick={() =>
            attempt(() =>
              setClock(client, {
                stopped: spec.stopped !== true,
                time: now || new Date().toISOString().replace(/\.\d+Z$/, "Z"),
              }),
            )
          }
        >
          {spec.stopped === true ? "Run" : "Stop"}
        </button>
        {clock !== undefined && (
          <button type="button" class="small" onClick={() => attempt(() => client.delete(CLOCKS, { name: "cluster" }))}>
            Real time
          </button>
        )}
      </div>
      {error !== "" && (
        <p class="notice bad" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}
