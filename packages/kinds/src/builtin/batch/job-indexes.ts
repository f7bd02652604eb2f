import { quoteGo } from "@kiln/api";

/** Number of indexes in a list such as `1,3-5`. */
export interface IndexCount {
  readonly total: number;
  readonly fault?: string;
}

export function countIndexes(text: string, completions: number): IndexCount {
  if (text === "") {
    return { total: 0 };
  }
  let last: number | undefined;
  let total = 0;
  for (const part of text.split(",")) {
    const interval = readInterval(part, completions);
    if (typeof interval === "string") {
      return { total: 0, fault: interval };
    }
    if (last !== undefined && last >= interval.from) {
      return { total: 0, fault: `non-increasing order, previous: ${last}, current: ${interval.from}` };
    }
    total += interval.to - interval.from + 1;
    last = interval.to;
  }
  return { total };
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Parses an interval; returns a string if it is invalid, the error. */
function readInterval(text: string, completions: number): Interval | string {
  const [low = "", high, ...more] = text.split("-");
  if (more.length > 0) {
    return `the fragment ${quoteGo(text)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  }
  const from = readIndex(low, completions);
  if (typeof from === "string" || high === undefined) {
    return typeof from === "string" ? from : { from, to: from };
  }
  const to = readIndex(high, completions);
  if (typeof to === "string") {
    return to;
  }
  return from >= to ? `non-increasing order, previous: ${from}, current: ${to}` : { from, to };
}

function readIndex(text: string, completions: number): number | string {
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) {
    return `cannot convert string to integer for index: ${quoteGo(text)}`;
  }
  return Number(text) >= completions ? `too large index: ${quoteGo(text)}` : Number(text);
}

/** First index that is in both of two sorted lists. Syntax errors are reported elsewhere. */
export function findOverlap(completed: string, failed: string, completions: number): number | undefined {
  const read = (text: string) =>
    (text === "" ? [] : text.split(",")).flatMap((part) => {
      const interval = readInterval(part, completions);
      return typeof interval === "string" ? [] : [interval];
    });
  const [done, lost] = [read(completed), read(failed)];
  let i = 0;
  let j = 0;
  while (i < done.length && j < lost.length) {
    const [a, b] = [done[i] as Interval, lost[j] as Interval];
    if (a.from <= b.to && b.from <= a.to) {
      return Math.max(a.from, b.from);
    }
    if (a.from <= b.from) {
      i++;
    } else {
      j++;
    }
  }
  return undefined;
}
