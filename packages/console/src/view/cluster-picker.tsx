import { startInformer } from "@kiln/client";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp, useLasting } from "../app/use-app.ts";
import { FORKS } from "../model/testing-kinds.ts";

/** Menu of the base cluster and its forks; empty if the server has no forks. */
export function ClusterPicker(): VNode | null {
  const app = useApp();
  const forks = useForks();
  const { fork } = app.route.value;
  if (!app.hasForks.value && fork === "") {
    return null;
  }
  const names = forks.includes(fork) || fork === "" ? forks : [...forks, fork];
  return (
    <label class="picker narrow">
      <span class="unseen">Cluster</span>
      <select
        value={fork}
        onChange={(event) => app.go({ fork: event.currentTarget.value, page: { name: "home" } })}
        title="The cluster shown"
      >
        <option value="">base cluster</option>
        {names.map((name) => (
          <option key={name} value={name}>
            fork {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Names of the forks of the base cluster, kept up to date. */
export function useForks(): readonly string[] {
  const app = useApp();
  const [names, setNames] = useState<readonly string[]>([]);
  const hasForks = app.hasForks.value;
  useLasting(
    (signal) => {
      if (!hasForks) {
        return;
      }
      const informer = startInformer({
        client: app.base,
        clock: app.clock,
        fraction: app.fraction,
        type: FORKS,
        onChange: () => setNames([...informer.list()].map(({ metadata }) => metadata.name ?? "").sort()),
      });
      signal.addEventListener("abort", () => informer.stop());
    },
    [hasForks],
  );
  return names;
}
