/** Kind of write with which a step sends its text. */
export type StepVerb = "create" | "apply" | "update" | "merge-patch" | "json-patch";

export const stepVerbs: readonly StepVerb[] = ["create", "apply", "update", "merge-patch", "json-patch"];

/** One write by one field manager. */
export interface Step {
  readonly verb: StepVerb;
  readonly manager: string;
  /** Text of an object or a patch, as YAML or JSON. */
  readonly text: string;
  /** For apply: whether to take over fields that other managers own. */
  readonly isForced: boolean;
}

/** Content of all editors, which a link contains completely. */
export interface PlaygroundState {
  /** Name of the terminal's files: NAME-crd.yaml and NAME.yaml. */
  readonly name: string;
  /** CRDs and other objects that the steps need, as YAML documents. */
  readonly definitions: string;
  readonly steps: readonly Step[];
}

/** Maximum number of steps: every key press sends a request for each. */
export const maxSteps = 8;
