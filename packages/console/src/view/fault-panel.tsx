import { type KubeObject, objectAt, printYaml, textAt } from "@kiln/api";
import { startInformer } from "@kiln/client";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp, useLasting } from "../app/use-app.ts";
import { FAULTS } from "../model/testing-kinds.ts";
import { explainError } from "./explain-error.ts";

const PRESETS = [
  { name: "busy", label: "503 for creates", spec: { match: { verbs: ["create"] }, action: "Status", code: 503 } },
  { name: "conflict", label: "409 for updates", spec: { match: { verbs: ["update"] }, action: "Status", code: 409 } },
  { name: "slow", label: "500 ms delay", spec: { action: "Delay", delay: "500ms" } },
  { name: "stall", label: "stall watches", spec: { match: { verbs: ["watch"] }, action: "StallWatch" } },
] as const;

/** Panel with the faults of the cluster and their counts. */
export function FaultPanel(): VNode {
  const app = useApp();
  const client = app.client.value;
  const faults = useFaults();
  const [error, setError] = useState("");
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      setError("");
    } catch (failure) {
      setError(explainError(failure));
    }
  };
  const inject = ({ name, spec }: (typeof PRESETS)[number]) =>
    attempt(() =>
      client.create(FAULTS, {
        apiVersion: "testing.kiln.dev/v1",
        kind: "Fault",
        metadata: { name },
        spec: JSON.parse(JSON.stringify(spec)),
      }),
    );
  return (
    <section class="panel" aria-label="Faults">
      <div class="panel-head">
        <h2>Faults</h2>
      </div>
      <div class="row">
        {PRESETS.filter(({ name }) => !faults.some(({ metadata }) => metadata.name === name)).map((preset) => (
          <button key={preset.name} type="button" class="small" onClick={() => inject(preset)}>
            + {preset.label}
          </button>
        ))}
        <a href={app.hrefOf({ page: { name: "create", group: FAULTS.group, plural: FAULTS.plural } })}>Another …</a>
      </div>
      {error !== "" && (
        <p class="notice bad" role="alert">
          {error}
        </p>
      )}
      <ul class="fork-list">
        {faults.map((fault) => (
          <li key={fault.metadata.name}>
            <strong>{fault.metadata.name}</strong>
            <span class="badge warn">{textAt(objectAt(fault, "spec"), "action")}</span>
            <span class="soft" title={printYaml(objectAt(fault, "spec"))}>
              acted on {String(objectAt(fault, "status").injected ?? 0)} of{" "}
              {String(objectAt(fault, "status").matched ?? 0)}
            </span>
            <span class="spring" />
            <button
              type="button"
              class="small"
              aria-label={`Delete fault ${fault.metadata.name}`}
              onClick={() => attempt(() => client.delete(FAULTS, { name: fault.metadata.name }))}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useFaults(): readonly KubeObject[] {
  const app = useApp();
  const client = app.client.value;
  const [faults, setFaults] = useState<readonly KubeObject[]>([]);
  useLasting(
    (signal) => {
      const informer = startInformer({
        client,
        clock: app.clock,
        fraction: app.fraction,
        type: FAULTS,
        onChange: () => setFaults([...informer.list()]),
      });
      signal.addEventListener("abort", () => informer.stop());
    },
    [client],
  );
  return faults;
}
