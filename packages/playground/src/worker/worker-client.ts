import type { JsonObject } from "@kiln/api";
import type { LintNotice } from "../play/lint-definitions.ts";
import type { Outcome } from "../play/outcome.ts";
import type { PlaygroundState } from "../state/playground-state.ts";
import type { WorkerAnswer, WorkerRequest } from "./messages.ts";

/** A terminal command that runs in the worker. */
export interface RunningCommand {
  readonly code: Promise<number>;
  stop(): void;
}

/** Access of the page to the worker. */
export interface WorkerClient {
  play(state: PlaygroundState): Promise<Outcome>;
  lint(text: string): Promise<readonly LintNotice[]>;
  /** Schemas of all CRDs by name, for completion. */
  schemas(): Promise<JsonObject>;
  run(line: string, options: RunOptions): RunningCommand;
}

export interface RunOptions {
  readonly files: ReadonlyMap<string, string>;
  readonly print: (text: string) => void;
}

/** Methods of a Worker that the client uses. */
export interface WorkerPort {
  postMessage(message: WorkerRequest): void;
  onmessage: ((event: MessageEvent<WorkerAnswer>) => void) | null;
}

type Settle = (answer: WorkerAnswer) => void;

export function createWorkerClient(port: WorkerPort): WorkerClient {
  const waiting = new Map<number, Settle>();
  let last = 0;
  port.onmessage = ({ data }) => waiting.get(data.id)?.(data);
  /** Sends a request; resolves with the answer of a type, rejects if the worker failed. */
  const ask = <T extends WorkerAnswer["type"]>(request: WithoutId, type: T) =>
    new Promise<Extract<WorkerAnswer, { type: T }>>((resolve, reject) => {
      const id = ++last;
      waiting.set(id, (answer) => {
        waiting.delete(id);
        if (answer.type === type) {
          resolve(answer as Extract<WorkerAnswer, { type: T }>);
        } else {
          reject(new Error(answer.type === "failed" ? answer.message : `unexpected answer ${answer.type}`));
        }
      });
      port.postMessage({ ...request, id } as WorkerRequest);
    });
  return {
    play: async (state) => (await ask({ type: "play", state }, "played")).outcome,
    lint: async (text) => (await ask({ type: "lint", text }, "linted")).findings,
    schemas: async () => (await ask({ type: "schema" }, "schema")).schemas,
    run(line, { files, print }) {
      const id = ++last;
      const code = new Promise<number>((resolve) => {
        waiting.set(id, (answer) => {
          if (answer.type === "output") {
            print(answer.text);
            return;
          }
          waiting.delete(id);
          if (answer.type === "failed") {
            print(`${answer.message}\n`);
          }
          resolve(answer.type === "ended" ? answer.code : 1);
        });
      });
      port.postMessage({ type: "run", id, line, files: [...files] });
      return { code, stop: () => port.postMessage({ type: "stop", id }) };
    },
  };
}

type WithoutId =
  | { readonly type: "play"; readonly state: PlaygroundState }
  | { readonly type: "lint"; readonly text: string }
  | { readonly type: "schema" };
