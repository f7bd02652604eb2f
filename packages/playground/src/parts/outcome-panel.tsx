import { type LineOwners, ManagerLegend, type ManagerMark, markManagers, YamlEditor } from "@kiln/page";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { LiveObject, StepOutcome } from "../play/outcome.ts";
import { NoticeList } from "./notice-list.tsx";
import type { PlaygroundStore } from "./playground-store.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

/** Panel with the server's response to the selected write, and the stored object. */
export function OutcomePanel({ store }: { readonly store: PlaygroundStore }): VNode {
  const { outcome, selected, reveal, failure } = store;
  const index = Math.min(selected.value, (outcome.value?.steps.length ?? 1) - 1);
  const step = outcome.value?.steps[index];
  const managers = outcome.value?.managers;
  const marks = useMemo(() => markManagers(managers ?? []), [managers]);
  return (
    <section class="panel" aria-label="What happens" data-pane="result">
      <header class="panel-head">
        <h2>What happens</h2>
        <span role="status">
          {step === undefined ? "starting the server …" : <VerdictBadge verdict={step.verdict} title={step.title} />}
        </span>
      </header>
      {failure.value !== undefined && (
        <p class="failure" role="alert">
          The page made a mistake: {failure.value}
        </p>
      )}
      {step !== undefined && (
        <div class="panel-body outcome">
          {step.request !== "" && <code class="request">{step.request}</code>}
          <NoticeList
            notices={step.notices}
            onReveal={(range) => {
              reveal.value = { place: index, range };
            }}
          />
          {step.live === undefined ? <NoObject step={step} /> : <Live live={step.live} marks={marks} store={store} />}
        </div>
      )}
    </section>
  );
}

function NoObject({ step }: { readonly step: StepOutcome }): VNode {
  return <p class="hint">{step.status === 0 ? "Nothing was sent." : "The server has no such object."}</p>;
}

interface LiveProps {
  readonly live: LiveObject;
  readonly marks: ReadonlyMap<string, ManagerMark>;
  readonly store: PlaygroundStore;
}

function Live({ live, marks, store: { shownManager } }: LiveProps): VNode {
  const [isRaw, setRaw] = useState(false);
  const owners = useMemo(
    () =>
      live.owners.map(
        ({ line, managers, title }): LineOwners => ({
          line,
          title,
          marks: managers.flatMap((manager) => marks.get(manager) ?? []),
        }),
      ),
    [live, marks],
  );
  const present = new Set(live.owners.flatMap(({ managers }) => managers));
  return (
    <>
      <div class="live-head">
        <h3>{isRaw ? "managedFields" : "Live object"}</h3>
        <ManagerLegend
          marks={[...marks.values()].filter(({ manager }) => present.has(manager))}
          shown={shownManager.value}
          onShow={(manager) => {
            shownManager.value = manager;
          }}
        />
        <button type="button" class="quiet small" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          {isRaw ? "object" : "managedFields"}
        </button>
      </div>
      <div class="live">
        {isRaw ? (
          <YamlEditor key="raw" label="managedFields" value={live.managedFields} isReadOnly />
        ) : (
          <YamlEditor
            key="live"
            label="Live object"
            value={live.text}
            isReadOnly
            marks={live.marks}
            owners={owners}
            shownManager={shownManager.value}
          />
        )}
      </div>
    </>
  );
}
