/** Matches most valid times at once: those with a day that every month has. */
const PLAIN =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-][01]\d:[0-5]\d)$/;

interface Part {
  readonly layout: string;
  readonly pattern: RegExp;
  /** Allowed range; absent for units without one. */
  readonly range?: readonly [name: string, min: number, max: number];
}

const PARTS: readonly Part[] = [
  { layout: "2006", pattern: /^\d{4}/ },
  { layout: "-", pattern: /^-/ },
  { layout: "01", pattern: /^\d\d/, range: ["month", 1, 12] },
  { layout: "-", pattern: /^-/ },
  { layout: "02", pattern: /^\d\d/, range: ["day", 1, 31] },
  { layout: "T", pattern: /^T/ },
  { layout: "15", pattern: /^\d\d/, range: ["hour", 0, 23] },
  { layout: ":", pattern: /^:/ },
  { layout: "04", pattern: /^\d\d/, range: ["minute", 0, 59] },
  { layout: ":", pattern: /^:/ },
  { layout: "05", pattern: /^\d\d(\.\d+)?/, range: ["second", 0, 59.999_999_999] },
  { layout: "Z07:00", pattern: /^(Z|[+-]\d\d:\d\d)/ },
];

/** Go's error for an invalid RFC 3339 time; undefined if it is valid. */
export function explainGoTime(text: string): string | undefined {
  if (PLAIN.test(text)) {
    return undefined;
  }
  const head = `parsing time ${JSON.stringify(text)}`;
  let rest = text;
  for (const { layout, pattern, range } of PARTS) {
    const match = pattern.exec(rest)?.[0];
    if (match === undefined) {
      return `${head} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(rest)} as "${layout}"`;
    }
    if (range !== undefined && (Number(match) < range[1] || Number(match) > range[2])) {
      return `${head}: ${range[0]} out of range`;
    }
    rest = rest.slice(match.length);
  }
  if (rest !== "") {
    return `${head}: extra text: ${JSON.stringify(rest)}`;
  }
  return hasDay(text) ? undefined : `${head}: day out of range`;
}

function hasDay(text: string): boolean {
  const day = Number(text.slice(8, 10));
  const date = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return date.getUTCDate() === day;
}
