/** Lines around a change that are shown with it. */
const CONTEXT = 3;
/** Longer texts are shown as one change: finding the shortest takes time and memory by the square. */
const MAX_EDITS = 2000;

type Edit = { readonly sign: " " | "-" | "+"; readonly line: string };

/** Empty if both are the same. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) {
    return "";
  }
  const edits = findEdits(before.split("\n"), after.split("\n"));
  return toHunks(edits).join("");
}

/** The shortest way from one to the other, by Myers' algorithm. */
function findEdits(a: readonly string[], b: readonly string[]): Edit[] {
  const trace: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  for (let d = 0; d <= Math.min(a.length + b.length, MAX_EDITS); d++) {
    const next = new Map<number, number>();
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0));
      let x = isDown ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) {
        x++;
      }
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) {
        return walkBack([...trace, reach], a, b);
      }
    }
    trace.push(reach);
    reach = next;
  }
  return [...a.map((line) => ({ sign: "-" as const, line })), ...b.map((line) => ({ sign: "+" as const, line }))];
}

function walkBack(trace: readonly Map<number, number>[], a: readonly string[], b: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 1; d >= 0; d--) {
    const reach = trace[d] as Map<number, number>;
    const k = x - y;
    const isDown = k === -d || (k !== d && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0));
    const fromK = isDown ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : (reach.get(fromK) ?? 0);
    const fromY = d === 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY) {
      edits.push({ sign: " ", line: a[--x] as string });
      y--;
    }
    if (d > 0) {
      edits.push(isDown ? { sign: "+", line: b[--y] as string } : { sign: "-", line: a[--x] as string });
    }
  }
  return edits.reverse();
}

function toHunks(edits: readonly Edit[]): string[] {
  const changed = edits.flatMap(({ sign }, index) => (sign === " " ? [] : [index]));
  const hunks: [start: number, end: number][] = [];
  for (const index of changed) {
    const last = hunks.at(-1);
    if (last !== undefined && index - last[1] <= 2 * CONTEXT) {
      last[1] = index;
    } else {
      hunks.push([index, index]);
    }
  }
  return hunks.map(([first, last]) => printHunk(edits, Math.max(first - CONTEXT, 0), last + CONTEXT + 1));
}

function printHunk(edits: readonly Edit[], start: number, end: number): string {
  const place = (sign: "-" | "+", list: readonly Edit[]) =>
    list.filter((edit) => edit.sign === " " || edit.sign === sign).length;
  const before = edits.slice(0, start);
  const inside = edits.slice(start, end);
  const range = (sign: "-" | "+") => `${sign}${place(sign, before) + 1},${place(sign, inside)}`;
  const lines = inside.map(({ sign, line }) => `${sign}${line}\n`);
  return `@@ ${range("-")} ${range("+")} @@\n${lines.join("")}`;
}
