import { YamlEditor } from "@kiln/page";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { toSentMarks, type Verdict } from "../play/outcome.ts";
import { maxSteps, type Step, type StepVerb, stepVerbs } from "../state/playground-state.ts";
import type { PlaygroundStore } from "./playground-store.ts";
import { toDiagnostics } from "./to-diagnostics.ts";

const VERBS: Readonly<Record<StepVerb, string>> = {
  create: "create",
  apply: "apply",
  update: "update",
  "merge-patch": "merge patch",
  "json-patch": "JSON patch",
};

/** Names of verbs in tabs, where space is limited. */
const SHORT_VERBS: Readonly<Record<StepVerb, string>> = { ...VERBS, "merge-patch": "patch", "json-patch": "patch" };

const SIGNS: Readonly<Record<Verdict, string>> = { accepted: "✓", refused: "✕", unreadable: "✕", skipped: "–" };

/** Panel with the writes: a tab for each step, with its verb, field manager and text. */
export function StepsPanel({ store }: { readonly store: PlaygroundStore }): VNode {
  const { state, outcome, selected, reveal } = store;
  const { steps } = state.value;
  const index = Math.min(selected.value, steps.length - 1);
  const step = steps[index] as Step;
  const played = outcome.value?.steps[index];
  const schema = outcome.value?.definitions.schema;
  const source = useMemo(() => schema && { root: schema }, [schema]);
  const diagnostics = useMemo(() => toDiagnostics(played?.notices ?? []), [played]);
  const marks = useMemo(() => toSentMarks(played?.notices ?? []), [played]);
  const { value: shown } = reveal;
  return (
    <section class="panel" aria-label="Writes" data-pane="object">
      <header class="panel-head">
        <div class="tabs" role="tablist" aria-label="Writes in order" onKeyDown={(event) => moveTab(event, store)}>
          {steps.map((each, at) => (
            <StepTab key={at} {...{ store, step: each, at, isSelected: at === index }} />
          ))}
          {steps.length < maxSteps && (
            <button type="button" class="quiet" onClick={store.addStep} aria-label="Add a write" title="Add a write">
              +
            </button>
          )}
        </div>
      </header>
      <StepControls key={index} {...{ store, step, index }} />
      <div class="panel-body" role="tabpanel" aria-label={`Write ${index + 1}`}>
        <YamlEditor
          key={index}
          label={index === 0 ? "Object" : `Text of write ${index + 1}`}
          value={step.text}
          onChange={(text) => store.editStep(index, { text })}
          diagnostics={diagnostics}
          marks={marks}
          schema={source}
          reveal={shown?.place === index ? shown.range : undefined}
        />
      </div>
    </section>
  );
}

interface StepTabProps {
  readonly store: PlaygroundStore;
  readonly step: Step;
  readonly at: number;
  readonly isSelected: boolean;
}

function StepTab({ store, step, at, isSelected }: StepTabProps): VNode {
  const verdict = store.outcome.value?.steps[at]?.verdict;
  return (
    <button
      type="button"
      role="tab"
      class={`step-tab ${verdict ?? ""}`}
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => {
        store.selected.value = at;
      }}
    >
      {at + 1} {SHORT_VERBS[step.verb]} · {step.manager}
      {verdict && (
        <span class="step-sign">
          <span aria-hidden="true"> {SIGNS[verdict]}</span>
          <span class="unseen"> {verdict}</span>
        </span>
      )}
    </button>
  );
}

function moveTab(event: KeyboardEvent, { selected, state }: PlaygroundStore): void {
  const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  const count = state.value.steps.length;
  if (move !== 0) {
    selected.value = (selected.value + move + count) % count;
    const tabs = (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role="tab"]');
    tabs[selected.value]?.focus();
    event.preventDefault();
  }
}

interface StepControlsProps {
  readonly store: PlaygroundStore;
  readonly step: Step;
  readonly index: number;
}

function StepControls({ store, step, index }: StepControlsProps): VNode {
  const edit = (change: Partial<Step>) => store.editStep(index, change);
  return (
    <div class="step-controls">
      <label>
        <span>verb</span>
        <select value={step.verb} onChange={({ currentTarget }) => edit({ verb: currentTarget.value as StepVerb })}>
          {stepVerbs.map((verb) => (
            <option key={verb} value={verb}>
              {VERBS[verb]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>by</span>
        <input
          type="text"
          value={step.manager}
          aria-label="Field manager"
          size={12}
          maxLength={128}
          onInput={({ currentTarget }) => edit({ manager: currentTarget.value })}
        />
      </label>
      {step.verb === "apply" && (
        <label>
          <input
            type="checkbox"
            checked={step.isForced}
            onChange={({ currentTarget }) => edit({ isForced: currentTarget.checked })}
          />
          <span>force</span>
        </label>
      )}
      {store.state.value.steps.length > 1 && (
        <button
          type="button"
          class="quiet"
          onClick={() => store.removeStep(index)}
          aria-label={`Remove write ${index + 1}`}
          title="Remove this write"
        >
          ✕
        </button>
      )}
    </div>
  );
}
