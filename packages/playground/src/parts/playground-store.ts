import type { JsonObject } from "@kiln/api";
import { type Signal, signal } from "@preact/signals";
import type { LintNotice } from "../play/lint-definitions.ts";
import type { Outcome, TextRange } from "../play/outcome.ts";
import { maxSteps, type PlaygroundState, type Step } from "../state/playground-state.ts";
import { printShareLink } from "../state/share-state.ts";
import type { WorkerClient } from "../worker/worker-client.ts";

/** Range to select in an editor: in that of the CRDs (`definitions`), or of the step with a number. */
export interface Reveal {
  readonly place: "definitions" | number;
  readonly range: TextRange;
}

/** State of the page, and how it changes. */
export interface PlaygroundStore {
  readonly state: Signal<PlaygroundState>;
  /** Last outcome, which may belong to a slightly earlier state; undefined before the first one. */
  readonly outcome: Signal<Outcome | undefined>;
  /** State that the outcome belongs to. */
  readonly played: Signal<PlaygroundState | undefined>;
  readonly findings: Signal<readonly LintNotice[]>;
  readonly selected: Signal<number>;
  readonly shownManager: Signal<string | undefined>;
  readonly reveal: Signal<Reveal | undefined>;
  readonly crdSchemas: Signal<JsonObject | undefined>;
  /** Message of an unexpected error in the page or the worker. */
  readonly failure: Signal<string | undefined>;
  /** Replaces the whole state, by an example or a link. */
  load(state: PlaygroundState): void;
  editDefinitions(text: string): void;
  editStep(index: number, change: Partial<Step>): void;
  addStep(): void;
  removeStep(index: number): void;
  readonly client: WorkerClient;
}

export interface StoreOptions {
  readonly client: WorkerClient;
  readonly first: PlaygroundState;
  /** Stores the link to the state in the address bar. */
  readonly showLink: (fragment: string) => void;
}

/** Delay after a key press before lint runs and the link changes; the outcome has no delay. */
const IDLE_MS = 250;

export function createPlaygroundStore({ client, first, showLink }: StoreOptions): PlaygroundStore {
  const store = {
    state: signal(first),
    outcome: signal<Outcome | undefined>(undefined),
    played: signal<PlaygroundState | undefined>(undefined),
    findings: signal<readonly LintNotice[]>([]),
    selected: signal(0),
    shownManager: signal<string | undefined>(undefined),
    reveal: signal<Reveal | undefined>(undefined),
    crdSchemas: signal<JsonObject | undefined>(undefined),
    failure: signal<string | undefined>(undefined),
    client,
  };
  const refresh = createRefresh(store, showLink);
  const change = (next: PlaygroundState) => {
    store.state.value = next;
    refresh();
  };
  refresh();
  const edit = (steps: readonly Step[]) => change({ ...store.state.value, steps });
  return {
    ...store,
    load(state) {
      store.selected.value = 0;
      store.findings.value = [];
      change(state);
    },
    editDefinitions: (definitions) => change({ ...store.state.value, definitions }),
    editStep: (index, part) =>
      edit(store.state.value.steps.map((step, at) => (at === index ? { ...step, ...part } : step))),
    addStep() {
      const { steps } = store.state.value;
      if (steps.length < maxSteps) {
        const manager = steps.length === 1 ? "bob" : `manager-${steps.length + 1}`;
        edit([...steps, { verb: "apply", manager, text: steps[0]?.text ?? "", isForced: false }]);
        store.selected.value = steps.length;
      }
    },
    removeStep(index) {
      edit(store.state.value.steps.filter((_, at) => at !== index));
      store.selected.value = Math.max(0, Math.min(store.selected.value, store.state.value.steps.length - 1));
    },
  };
}

type Refreshed = Pick<
  PlaygroundStore,
  "state" | "outcome" | "played" | "findings" | "crdSchemas" | "failure" | "client"
>;

/** Plays the newest state; of several states that arrive while one is played, only the last is played. */
function createRefresh(store: Refreshed, showLink: StoreOptions["showLink"]): () => void {
  let isPlaying = false;
  /**
   * Time of the first change that is not played yet: start of the measure "play" in the browser's performance tools.
   */
  let changedAt: number | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const fail = (error: unknown) => {
    store.failure.value = error instanceof Error ? error.message : String(error);
  };
  const rest = async () => {
    const { definitions } = store.state.value;
    showLink(await printShareLink(store.state.value));
    store.crdSchemas.value ??= await store.client.schemas();
    const findings = await store.client.lint(definitions);
    if (store.state.value.definitions === definitions) {
      store.findings.value = findings;
    }
  };
  const playNewest = async () => {
    isPlaying = true;
    while (store.played.peek() !== store.state.peek()) {
      const state = store.state.peek();
      const start = changedAt;
      changedAt = undefined;
      store.outcome.value = await store.client.play(state);
      store.played.value = state;
      performance.measure("play", { start: start ?? performance.now() });
    }
    isPlaying = false;
  };
  return () => {
    changedAt ??= performance.now();
    if (!isPlaying) {
      playNewest().catch((error: unknown) => {
        isPlaying = false;
        fail(error);
      });
    }
    clearTimeout(idle);
    idle = setTimeout(() => rest().catch(fail), IDLE_MS);
  };
}
