import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp } from "../app/use-app.ts";
import { createFork, FORKS, type ForkChange, readForkChanges, resetFork } from "../model/testing-kinds.ts";
import { ClockPanel } from "./clock-panel.tsx";
import { useForks } from "./cluster-picker.tsx";
import { DiffView } from "./diff-view.tsx";
import { explainError } from "./explain-error.ts";
import { FaultPanel } from "./fault-panel.tsx";

/** Page of the base cluster's forks, and of the clock and faults of the selected cluster. */
export function TestingPage(): VNode {
  const app = useApp();
  const { fork } = app.route.value;
  return (
    <div class="page testing">
      <div class="page-head">
        <h1>Forks, clock, faults</h1>
        <span class="soft">clock and faults are those of {fork === "" ? "the base cluster" : `fork ${fork}`}</span>
      </div>
      <div class="testing-panels">
        <ForkPanel />
        <ClockPanel />
        <FaultPanel />
      </div>
    </div>
  );
}

function ForkPanel(): VNode {
  const app = useApp();
  const forks = useForks();
  const [name, setName] = useState("");
  const [error, setError] = useState("");
  const [diff, setDiff] = useState<{ fork: string; changes: readonly ForkChange[] } | undefined>(undefined);
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      setError("");
    } catch (failure) {
      setError(explainError(failure));
    }
  };
  const { fork: current } = app.route.value;
  const create = () =>
    attempt(async () => {
      await createFork(app.base, name, current === "" ? undefined : { fork: current });
      setName("");
    });
  return (
    <section class="panel forks" aria-label="Forks">
      <div class="panel-head">
        <h2>Forks</h2>
        <span class="spring" />
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            void create();
          }}
        >
          <input
            type="text"
            aria-label="Name of the new fork"
            placeholder="name"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button type="submit" disabled={name === ""}>
            Fork {current === "" ? "the base" : current}
          </button>
        </form>
      </div>
      {error !== "" && (
        <p class="notice bad" role="alert">
          {error}
        </p>
      )}
      {forks.length === 0 && (
        <p class="notice">There are no forks. A fork is a copy of the cluster to try something on.</p>
      )}
      <ul class="fork-list">
        {forks.map((fork) => (
          <ForkRow
            key={fork}
            fork={fork}
            onDiff={() => attempt(async () => setDiff({ fork, changes: await readForkChanges(app.base, fork) }))}
            onReset={() => attempt(() => resetFork(app.base, fork))}
            onDelete={() => attempt(() => app.base.delete(FORKS, { name: fork }))}
          />
        ))}
      </ul>
      {diff !== undefined && <ForkDiff {...diff} />}
    </section>
  );
}

interface ForkRowProps {
  readonly fork: string;
  readonly onDiff: () => void;
  readonly onReset: () => void;
  readonly onDelete: () => void;
}

function ForkRow({ fork, onDiff, onReset, onDelete }: ForkRowProps): VNode {
  const app = useApp();
  const isCurrent = app.route.value.fork === fork;
  return (
    <li>
      <strong class="fork-name">{fork}</strong>
      {isCurrent && <span class="badge note">shown</span>}
      <span class="spring" />
      <button
        type="button"
        class="small"
        aria-label={`Show fork ${fork}`}
        onClick={() => app.go({ fork, page: { name: "home" } })}
      >
        Show
      </button>
      <button type="button" class="small" aria-label={`What changed in fork ${fork}`} onClick={onDiff}>
        Diff
      </button>
      <button type="button" class="small" aria-label={`Reset fork ${fork}`} onClick={onReset}>
        Reset
      </button>
      <button type="button" class="small" aria-label={`Delete fork ${fork}`} onClick={onDelete}>
        Delete
      </button>
    </li>
  );
}

const BADGES = { created: "good", changed: "note", deleted: "bad" } as const;

/** List of objects that differ from the initial state of the fork. */
function ForkDiff({ fork, changes }: { readonly fork: string; readonly changes: readonly ForkChange[] }): VNode {
  return (
    <section class="fork-diff" aria-label={`Changes in fork ${fork}`}>
      <h3>{changes.length === 0 ? `Nothing changed in ${fork}` : `${changes.length} changed in ${fork}`}</h3>
      {changes.map(({ path, type, before, after }) => (
        <details key={path} open={changes.length < 6}>
          <summary>
            <span class={`badge ${BADGES[type]}`}>{type}</span> <code>{path}</code>
          </summary>
          <DiffView label={`Change of ${path}`} before={before} after={after} />
        </details>
      ))}
    </section>
  );
}
