import { ThemeSwitch } from "@kiln/page";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Example, examples } from "../examples/index.ts";
import { DefinitionsPanel } from "./definitions-panel.tsx";
import { OutcomePanel } from "./outcome-panel.tsx";
import type { PlaygroundStore } from "./playground-store.ts";
import { StepsPanel } from "./steps-panel.tsx";
import { TerminalPanel } from "./terminal-panel.tsx";

/** The whole page. */
export function App({ store }: { readonly store: PlaygroundStore }): VNode {
  useEffect(() => {
    addEventListener("keydown", movePane);
    return () => removeEventListener("keydown", movePane);
  }, []);
  const chosen = examples.find(({ state }) => state === store.state.value);
  return (
    <div class="playground">
      <Toolbar store={store} chosen={chosen} />
      <main class="panes">
        <DefinitionsPanel store={store} />
        <StepsPanel store={store} />
        <OutcomePanel store={store} />
        <TerminalPanel store={store} />
      </main>
    </div>
  );
}

interface ToolbarProps {
  readonly store: PlaygroundStore;
  readonly chosen: Example | undefined;
}

function Toolbar({ store, chosen }: ToolbarProps): VNode {
  const topics = [...new Set(examples.map(({ topic }) => topic))];
  const choose = (title: string) => {
    const example = examples.find((each) => each.title === title);
    if (example !== undefined) {
      store.load(example.state);
    }
  };
  return (
    <header class="toolbar">
      <h1>
        <Flame />
        Kiln <span class="soft">playground</span>
      </h1>
      <label class="examples">
        <span class="unseen">Example</span>
        <select value={chosen?.title ?? ""} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {chosen === undefined && <option value="">your own …</option>}
          {topics.map((topic) => (
            <optgroup key={topic} label={topic}>
              {examples
                .filter((each) => each.topic === topic)
                .map(({ title }) => (
                  <option key={title} value={title}>
                    {title}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
      <p class="about">{chosen?.about ?? "The link in the address bar holds everything that you typed."}</p>
      <CopyLink />
      <ThemeSwitch />
    </header>
  );
}

function Flame(): VNode {
  return (
    <svg class="flame" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M16 5c1 4 6 6 6 13a6 6 0 0 1-12 0c0-3 2-4 2.500-7 1.500 1 2 2 2 4C16 13 17 9 16 5z" />
      <path class="hearth" d="M7 27h18" />
    </svg>
  );
}

/** Button that copies the link. It waits briefly first: the link follows the editors with a delay. */
function CopyLink(): VNode {
  const [word, setWord] = useState("Copy link");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setWord("Copied");
    } catch {
      setWord("Copy it from the address bar");
    }
    setTimeout(() => setWord("Copy link"), 2_000);
  };
  return (
    <button type="button" onClick={() => void copy()}>
      <span role="status">{word}</span>
    </button>
  );
}

const PANES = ["crd", "object", "result", "terminal"];

/** Moves the focus with F6 and Shift+F6 from pane to pane, as in most desktop programs. */
function movePane(event: KeyboardEvent): void {
  if (event.key !== "F6") {
    return;
  }
  event.preventDefault();
  const here = document.activeElement?.closest<HTMLElement>("[data-pane]")?.dataset.pane;
  const move = event.shiftKey ? -1 : 1;
  const next = PANES[(PANES.indexOf(here ?? "terminal") + move + PANES.length) % PANES.length];
  const pane = document.querySelector(`[data-pane="${next}"]`);
  const editor = pane?.querySelector(".yaml-editor")?.shadowRoot?.querySelector<HTMLElement>(".cm-content");
  (editor ?? pane?.querySelector<HTMLElement>("input"))?.focus();
}
