import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { completeLine } from "../terminal/complete-line.ts";
import type { RunningCommand } from "../worker/worker-client.ts";
import type { PlaygroundStore } from "./playground-store.ts";
import { toFiles } from "./to-files.ts";

/** Maximum number of characters of output; the oldest are dropped first. */
const MAX_OUTPUT = 200_000;

/** Command line for the server of the last outcome, with the output of the commands. */
export function TerminalPanel({ store }: { readonly store: PlaygroundStore }): VNode {
  const terminal = useTerminal(store);
  const { output, line, setLine, isRunning } = terminal;
  const log = useRef<HTMLPreElement>(null);
  // New output scrolls the log to its end.
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [output]);
  return (
    <section class="panel terminal" aria-label="Terminal" data-pane="terminal">
      <pre class="terminal-log" ref={log} role="log" aria-label="Output">
        {output}
      </pre>
      <form
        class="terminal-line"
        onSubmit={(event) => {
          event.preventDefault();
          terminal.submit();
        }}
      >
        <label for="command" aria-hidden="true">
          {isRunning ? "…" : "$"}
        </label>
        <input
          id="command"
          type="text"
          value={line}
          aria-label="Command"
          placeholder="kubectl get …, apply, patch, explain, curl, help"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setLine(currentTarget.value)}
          onKeyDown={terminal.onKey}
        />
        <span class="keys" aria-hidden="true">
          <kbd>F6</kbd> next pane <kbd>F8</kbd> next problem <kbd>Ctrl Space</kbd> complete
        </span>
        {isRunning && (
          <button type="button" class="quiet" onClick={terminal.stop}>
            stop
          </button>
        )}
      </form>
    </section>
  );
}

function useTerminal(store: PlaygroundStore) {
  const [output, setOutput] = useState("A server runs in this page. Type help, or kubectl get crd.\n");
  const [line, setLine] = useState("");
  const [isRunning, setRunning] = useState(false);
  const history = useRef<string[]>([]);
  const at = useRef(0);
  const running = useRef<RunningCommand | undefined>(undefined);
  const print = (text: string) => setOutput((before) => (before + text).slice(-MAX_OUTPUT));
  const isUsed = useRef(false);
  const played = store.played.value;
  useEffect(() => {
    if (isUsed.current && played !== undefined) {
      isUsed.current = false;
      print("# the editors changed: this is a new server\n");
    }
  }, [played]);
  const recall = (move: number) => {
    at.current = Math.max(0, Math.min(history.current.length, at.current + move));
    setLine(history.current[at.current] ?? "");
  };
  const stop = () => running.current?.stop();
  const submit = () => {
    const typed = line.trim();
    if (typed === "" || isRunning) {
      return;
    }
    history.current.push(typed);
    at.current = history.current.length;
    setLine("");
    if (typed === "clear") {
      setOutput("");
      return;
    }
    print(`$ ${typed}\n`);
    isUsed.current = true;
    setRunning(true);
    running.current = store.client.run(typed, { files: toFiles(store.state.value), print });
    void running.current.code.then(() => setRunning(false));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      recall(event.key === "ArrowUp" ? -1 : 1);
    } else if (event.key === "Tab" && !event.shiftKey && line !== "") {
      setLine(completeLine(line, [...toFiles(store.state.value).keys()]));
    } else if (event.key === "Escape" || (event.key === "c" && event.ctrlKey && isRunning)) {
      stop();
    } else {
      return;
    }
    event.preventDefault();
  };
  return { output, line, setLine, isRunning, submit, stop, onKey };
}
