/** Beyond this many comparisons what differs is shown whole: a client must not be able to ask for hours of them. */
const MAX_COMPARISONS = 4_000_000;
const CONTEXT = 3;

interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
  /** Where the line stands, or would stand, in both texts. */
  readonly old: number;
  readonly now: number;
}

/** What must be done to the lines of one text to get the other, with three lines around each change. */
export function unifiedDiff(old: string, now: string): string {
  const lines = compareLines(old.split("\n"), now.split("\n"));
  const changes = lines.flatMap(({ sign }, i) => (sign === " " ? [] : [i]));
  const hunks: { start: number; end: number }[] = [];
  for (const i of changes) {
    const last = hunks.at(-1);
    const end = Math.min(i + CONTEXT + 1, lines.length);
    if (last !== undefined && i - CONTEXT <= last.end) {
      last.end = end;
    } else {
      hunks.push({ start: Math.max(i - CONTEXT, 0), end });
    }
  }
  return hunks.map(({ start, end }) => printHunk(lines.slice(start, end))).join("");
}

function printHunk(lines: readonly Line[]): string {
  const [first] = lines as [Line];
  const print = (start: number, count: number) => {
    const from = count === 0 ? start : start + 1;
    return count === 1 ? `${from}` : `${from},${count}`;
  };
  const olds = lines.filter(({ sign }) => sign !== "+").length;
  const news = lines.filter(({ sign }) => sign !== "-").length;
  const body = lines.map(({ sign, text }) => `${sign}${text}\n`).join("");
  return `@@ -${print(first.old, olds)} +${print(first.now, news)} @@\n${body}`;
}

/** Lines in common at both ends are no matter for the long comparison. */
function compareLines(old: readonly string[], now: readonly string[]): Line[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) {
    head++;
  }
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) {
    tail++;
  }
  const middle = compareMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  const signs = [...Array<" ">(head).fill(" "), ...middle, ...Array<" ">(tail).fill(" ")];
  let i = 0;
  let j = 0;
  return signs.map((sign) => {
    const line: Line = { sign, text: (sign === "+" ? now[j] : old[i]) as string, old: i, now: j };
    i += sign === "+" ? 0 : 1;
    j += sign === "-" ? 0 : 1;
    return line;
  });
}

function compareMiddle(old: readonly string[], now: readonly string[]): Line["sign"][] {
  if (old.length * now.length > MAX_COMPARISONS) {
    return [...old.map(() => "-" as const), ...now.map(() => "+" as const)];
  }
  const common = longestCommon(old, now);
  const width = now.length + 1;
  const at = (i: number, j: number) => common[i * width + j] as number;
  const signs: Line["sign"][] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      signs.push(" ");
      i++;
      j++;
    } else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      signs.push("-");
      i++;
    } else {
      signs.push("+");
      j++;
    }
  }
  return signs;
}

/** For each pair of places, how many lines from there on can be kept. */
function longestCommon(old: readonly string[], now: readonly string[]): Uint32Array {
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const kept = (common[(i + 1) * width + j + 1] as number) + 1;
      const skipped = Math.max(common[(i + 1) * width + j] as number, common[i * width + j + 1] as number);
      common[i * width + j] = old[i] === now[j] ? kept : skipped;
    }
  }
  return common;
}
