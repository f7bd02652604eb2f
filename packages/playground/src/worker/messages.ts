import type { JsonObject } from "@kiln/api";
import type { LintNotice } from "../play/lint-definitions.ts";
import type { Outcome } from "../play/outcome.ts";
import type { PlaygroundState } from "../state/playground-state.ts";

/** Message from the page to the worker. Its answers have the same `id`. */
export type WorkerRequest =
  | { readonly type: "play"; readonly id: number; readonly state: PlaygroundState }
  | { readonly type: "lint"; readonly id: number; readonly text: string }
  | { readonly type: "schema"; readonly id: number }
  | {
      readonly type: "run";
      readonly id: number;
      readonly line: string;
      readonly files: readonly (readonly [string, string])[];
    }
  | { readonly type: "stop"; readonly id: number };

/** Message from the worker to the page. */
export type WorkerAnswer =
  | { readonly type: "played"; readonly id: number; readonly outcome: Outcome }
  | { readonly type: "linted"; readonly id: number; readonly findings: readonly LintNotice[] }
  | { readonly type: "schema"; readonly id: number; readonly schemas: JsonObject }
  | { readonly type: "output"; readonly id: number; readonly text: string }
  | { readonly type: "ended"; readonly id: number; readonly code: number }
  | { readonly type: "failed"; readonly id: number; readonly message: string };
