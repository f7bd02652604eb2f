import { deflateRawSync } from "node:zlib";

export interface LinkedState {
  readonly name: string;
  readonly definitions: string;
  readonly steps: readonly {
    readonly verb: string;
    readonly manager: string;
    readonly text: string;
    readonly isForced: boolean;
  }[];
}

/** The fragment of a link to a state, written without the page's own code. */
export function printFragment(state: LinkedState): string {
  return `#1${deflateRawSync(JSON.stringify(state)).toString("base64url")}`;
}
