/** Two texts, line by line, as `diff -u` shows them, with three lines around what changed. */
export function diffLines(old: string, now: string): string {
  const [before, after] = [old.split("\n"), now.split("\n")];
  return groupEdits(findEdits(before, after))
    .map((group) => printGroup(group, before, after))
    .join("");
}

const CONTEXT = 3;

/** Beyond this many pairs of lines nobody looks for what is alike: a client decides how long the texts are. */
const MAX_PAIRS = 250_000;

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

function findEdits(before: readonly string[], after: readonly string[]): Edit[] {
  const whole: Edit = { from: 0, to: before.length, nowFrom: 0, nowTo: after.length };
  if (before.length * after.length > MAX_PAIRS) {
    return [whole];
  }
  const edits: Edit[] = [];
  const end: Match = { from: before.length, nowFrom: after.length, length: 0 };
  let [from, nowFrom] = [0, 0];
  for (const match of [...findMatches(before, after, whole), end]) {
    if (match.from > from || match.nowFrom > nowFrom) {
      edits.push({ from, to: match.from, nowFrom, nowTo: match.nowFrom });
    }
    [from, nowFrom] = [match.from + match.length, match.nowFrom + match.length];
  }
  return edits;
}

/** The longest run of equal lines, and what is alike on both sides of it. */
function findMatches(before: readonly string[], after: readonly string[], within: Edit): Match[] {
  const best = longestMatch(before, after, within);
  if (best.length === 0) {
    return [];
  }
  return [
    ...findMatches(before, after, { ...within, to: best.from, nowTo: best.nowFrom }),
    best,
    ...findMatches(before, after, { ...within, from: best.from + best.length, nowFrom: best.nowFrom + best.length }),
  ];
}

function longestMatch(before: readonly string[], after: readonly string[], within: Edit): Match {
  let best: Match = { from: within.from, nowFrom: within.nowFrom, length: 0 };
  for (let from = within.from; from < within.to; from++) {
    for (let nowFrom = within.nowFrom; nowFrom < within.nowTo; nowFrom++) {
      let length = 0;
      while (
        from + length < within.to &&
        nowFrom + length < within.nowTo &&
        before[from + length] === after[nowFrom + length]
      ) {
        length++;
      }
      if (length > best.length) {
        best = { from, nowFrom, length };
      }
    }
  }
  return best;
}

/** Edits whose surroundings touch are shown together. */
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
    lines.push(...before.slice(at, edit.from).map((line) => ` ${line}`));
    lines.push(...before.slice(edit.from, edit.to).map((line) => `-${line}`));
    lines.push(...after.slice(edit.nowFrom, edit.nowTo).map((line) => `+${line}`));
    at = edit.to;
  }
  lines.push(...before.slice(at, at + tail).map((line) => ` ${line}`));
  const old = printRange(first.from - lead, last.to + tail);
  const now = printRange(first.nowFrom - lead, last.nowTo + tail);
  return `@@ -${old} +${now} @@\n${lines.map((line) => `${line}\n`).join("")}`;
}

function printRange(from: number, to: number): string {
  const length = to - from;
  return length === 1 ? `${from + 1}` : `${length === 0 ? from : from + 1},${length}`;
}
