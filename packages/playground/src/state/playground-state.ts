/** How a step sends its text to the server. */
export type StepVerb = "create" | "apply" | "update" | "merge-patch" | "json-patch";

export const stepVerbs: readonly StepVerb[] = ["create", "apply", "update", "merge-patch", "json-patch"];

/** One write by one field manager. */
export interface Step {
  readonly verb: StepVerb;
  readonly manager: string;
  /** YAML or JSON: an object, or the patch. */
  readonly text: string;
  /** For apply: take fields over from other managers. */
  readonly isForced: boolean;
}

/** Everything that the editors hold; a link carries all of it. */
export interface PlaygroundState {
  /** Names the files of the terminal: NAME-crd.yaml and NAME.yaml. */
  readonly name: string;
  /** CRDs and other objects needed before the steps; one document after the other. */
  readonly definitions: string;
  readonly steps: readonly Step[];
}

/** Maximum number of steps: each costs a request for every key pressed. */
export const maxSteps = 8;
