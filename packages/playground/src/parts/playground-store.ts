import type { JsonObject } from "@kiln/api";
import { type Signal, signal } from "@preact/signals";
import type { LintNotice } from "../play/lint-definitions.ts";
import type { Outcome, TextRange } from "../play/outcome.ts";
import { maxSteps, type PlaygroundState, type Step } from "../state/playground-state.ts";
import { printShareLink } from "../state/share-state.ts";
import type { WorkerClient } from "../worker/worker-client.ts";

/** A range of an editor to go to: `definitions`, or the number of a step. */
export interface Reveal {
  readonly place: "definitions" | number;
  readonly range: TextRange;
}

/** State of the page, and how it changes. */
export interface PlaygroundStore {
  readonly state: Signal<PlaygroundState>;
  /** Outcome of the state, or of a slightly earlier one; undefined until the first. */
  readonly outcome: Signal<Outcome | undefined>;
  /** State of the outcome. */
  readonly played: Signal<PlaygroundState | undefined>;
  readonly findings: Signal<readonly LintNotice[]>;
  readonly selected: Signal<number>;
  readonly shownManager: Signal<string | undefined>;
  readonly reveal: Signal<Reveal | undefined>;
  readonly crdSchemas: Signal<JsonObject | undefined>;
  /** Message of a bug in the page or the worker. */
  readonly failure: Signal<string | undefined>;
  /** Replaces everything, as an example or a link does. */
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
  /** Keeps the link to the state in the address bar. */
  readonly showLink: (fragment: string) => void;
}

/** How long lint and the link wait after a key; the outcome does not wait. */
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

/** Plays the newest state; of states that come while one is played only the last is played. */
function createRefresh(store: Refreshed, showLink: StoreOptions["showLink"]): () => void {
  let isPlaying = false;
  /** Time of the first change not played yet, where the browser's measure "play" starts. */
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
