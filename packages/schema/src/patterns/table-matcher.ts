import type { Automaton } from "./to-automaton.ts";

/** Set of positions in the pattern after the text so far, with the next state for each character. */
interface State {
  readonly places: readonly number[];
  /** The text matches if it ends here. */
  readonly isLast: boolean;
  /** The text matches whatever follows. */
  readonly isFinal: boolean;
  /** Next states by character code; filled on first use. */
  readonly next: (State | undefined)[];
}

/** Maximum number of states; the RE2 engine runs patterns with more. */
const MAX_STATES = 250;

/**
 * Whether the text matches; undefined: the RE2 engine must match this text, or, from now on, all texts of this pattern.
 */
export type TableMatch = (text: string) => boolean | undefined;

export function createTableMatcher(automaton: Automaton): TableMatch {
  const states = new Map<string, State>();
  const makeState = (places: readonly number[]): State | undefined => {
    const sorted = [...new Set(places)].sort((a, b) => a - b);
    const key = sorted.join(",");
    const known = states.get(key);
    if (known !== undefined || states.size >= MAX_STATES) {
      return known;
    }
    const made: State = {
      places: sorted,
      isLast: sorted.some((place) => automaton.places[place]?.isLast === true),
      isFinal: sorted.some((place) => automaton.places[place]?.isFinal === true),
      next: new Array<State | undefined>(128).fill(undefined),
    };
    states.set(key, made);
    return made;
  };
  const start: State = {
    places: [],
    isLast: automaton.matchesEmpty,
    isFinal: automaton.matchesAll,
    next: new Array<State | undefined>(128).fill(undefined),
  };
  const step = (from: State, code: number): State | undefined => {
    const candidates =
      from === start
        ? automaton.first
        : [...from.places.flatMap((place) => automaton.places[place]?.next ?? []), ...automaton.restart];
    const made = makeState(candidates.filter((place) => automaton.places[place]?.chars[code] === 1));
    from.next[code] = made;
    return made;
  };
  return (text) => run(text, start, step);
}

function run(text: string, start: State, step: (from: State, code: number) => State | undefined): boolean | undefined {
  let state: State = start;
  for (let i = 0; i < text.length; i++) {
    if (state.isFinal) {
      return true;
    }
    const code = text.charCodeAt(i);
    if (code > 127) {
      return undefined;
    }
    const next: State | undefined = state.next[code] ?? step(state, code);
    if (next === undefined) {
      return undefined;
    }
    state = next;
  }
  return state.isLast || state.isFinal;
}
