import { appendAll } from "../value/append-all.ts";
export interface DiffOptions {
  /** Maximum number of pairs of equal lines to compare; beyond it the whole text is one change. */
  readonly maxPairs?: number;
}

/** Difference of two texts by line, in the form of `diff -u` with three lines of context; empty if they are equal. */
export function diffLines(old: string, now: string, { maxPairs = DEFAULT_MAX_PAIRS }: DiffOptions = {}): string {
  const [before, after] = [old.split("\n"), now.split("\n")];
  return groupEdits(findEdits(before, after, maxPairs))
    .map((group) => printGroup(group, before, after))
    .join("");
}

const CONTEXT = 3;

/** Low, because clients may control the length of the texts. */
const DEFAULT_MAX_PAIRS = 250_000;

/** Lines `[from, to)` of the old text are replaced by lines `[nowFrom, nowTo)` of the new one. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly nowFrom: number;
  readonly nowTo: number;
}

interface Match {
  readonly from: number;
  readonly nowFrom: number;
  readonly length: number;
}

/** Positions in the new text of lines equal to each old line. */
type Places = readonly (readonly number[])[];

function findEdits(before: readonly string[], after: readonly string[], maxPairs: number): Edit[] {
  const whole: Edit = { from: 0, to: before.length, nowFrom: 0, nowTo: after.length };
  const places = findPlaces(before, after);
  const isSame = (at: number, nowAt: number) => before[at] === after[nowAt];
  if (places.reduce((sum, { length }) => sum + length, 0) > maxPairs) {
    return [whole];
  }
  const edits: Edit[] = [];
  const end: Match = { from: before.length, nowFrom: after.length, length: 0 };
  let [from, nowFrom] = [0, 0];
  for (const match of [...findMatches(places, whole, isSame), end]) {
    if (match.from > from || match.nowFrom > nowFrom) {
      edits.push({ from, to: match.from, nowFrom, nowTo: match.nowFrom });
    }
    [from, nowFrom] = [match.from + match.length, match.nowFrom + match.length];
  }
  return edits;
}

/** Number of lines from which frequent lines are not used to align the texts. */
const MANY_LINES = 200;

/**
 * Kubernetes: the diff library ignores lines that make up more than one percent of a long text; they match only beside
 * others (go-difflib/difflib/difflib.go chainB, v1.36).
 */
function findPlaces(before: readonly string[], after: readonly string[]): Places {
  const byLine = new Map<string, number[]>();
  for (const [index, line] of after.entries()) {
    const known = byLine.get(line);
    if (known === undefined) {
      byLine.set(line, [index]);
    } else {
      known.push(index);
    }
  }
  const most = after.length < MANY_LINES ? after.length : Math.floor(after.length / 100) + 1;
  return before.map((line) => {
    const places = byLine.get(line) ?? [];
    return places.length > most ? [] : places;
  });
}

/** Finds the longest run of equal lines, then runs on both sides of it; in order. */
function findMatches(places: Places, whole: Edit, isSame: IsSame): Match[] {
  const matches: Match[] = [];
  // Ranges left to search; a list instead of recursion, because there may be as many matches as lines.
  const open = [whole];
  for (let within = open.pop(); within !== undefined; within = open.pop()) {
    const best = extend(longestMatch(places, within), within, isSame);
    if (best.length > 0) {
      matches.push(best);
      open.push(
        { ...within, to: best.from, nowTo: best.nowFrom },
        { ...within, from: best.from + best.length, nowFrom: best.nowFrom + best.length },
      );
    }
  }
  return matches.sort((a, b) => a.from - b.from);
}

/** Whether an old line equals a new one. */
type IsSame = (at: number, nowAt: number) => boolean;

/** Extends a match by the neighboring equal lines that are too frequent to start one. */
function extend({ from, nowFrom, length }: Match, within: Edit, isSame: IsSame): Match {
  let lead = 0;
  while (from - lead > within.from && nowFrom - lead > within.nowFrom && isSame(from - lead - 1, nowFrom - lead - 1)) {
    lead++;
  }
  let end = length;
  while (from + end < within.to && nowFrom + end < within.nowTo && isSame(from + end, nowFrom + end)) {
    end++;
  }
  return { from: from - lead, nowFrom: nowFrom - lead, length: lead + end };
}

/** Longest run of equal lines; the first of several. */
function longestMatch(places: Places, within: Edit): Match {
  let best: Match = { from: within.from, nowFrom: within.nowFrom, length: 0 };
  // Length of the run that ends at the previous old line, by new line.
  let runs = new Map<number, number>();
  for (let at = within.from; at < within.to; at++) {
    const next = new Map<number, number>();
    for (const place of places[at] ?? []) {
      if (place >= within.nowFrom && place < within.nowTo) {
        const length = (runs.get(place - 1) ?? 0) + 1;
        next.set(place, length);
        if (length > best.length) {
          best = { from: at - length + 1, nowFrom: place - length + 1, length };
        }
      }
    }
    runs = next;
  }
  return best;
}

/** Groups edits whose context lines touch. */
function groupEdits(edits: readonly Edit[]): Edit[][] {
  const groups: Edit[][] = [];
  for (const edit of edits) {
    const last = groups.at(-1);
    const previous = last?.at(-1);
    if (last !== undefined && previous !== undefined && edit.from - previous.to <= 2 * CONTEXT) {
      last.push(edit);
    } else {
      groups.push([edit]);
    }
  }
  return groups;
}

function printGroup(group: readonly Edit[], before: readonly string[], after: readonly string[]): string {
  const [first, last] = [group[0] as Edit, group.at(-1) as Edit];
  const lead = Math.min(CONTEXT, first.from);
  const tail = Math.min(CONTEXT, before.length - last.to);
  const lines: string[] = [];
  let at = first.from - lead;
  for (const edit of group) {
    appendAll(
      lines,
      before.slice(at, edit.from).map((line) => ` ${line}`),
    );
    appendAll(
      lines,
      before.slice(edit.from, edit.to).map((line) => `-${line}`),
    );
    appendAll(
      lines,
      after.slice(edit.nowFrom, edit.nowTo).map((line) => `+${line}`),
    );
    at = edit.to;
  }
  appendAll(
    lines,
    before.slice(at, at + tail).map((line) => ` ${line}`),
  );
  const old = printRange(first.from - lead, last.to + tail);
  const now = printRange(first.nowFrom - lead, last.nowTo + tail);
  return `@@ -${old} +${now} @@\n${lines.map((line) => `${line}\n`).join("")}`;
}

function printRange(from: number, to: number): string {
  const length = to - from;
  return length === 1 ? `${from + 1}` : `${length === 0 ? from : from + 1},${length}`;
}
