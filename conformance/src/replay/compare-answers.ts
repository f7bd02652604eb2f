/** Differences, one sentence each, which begins with the path; empty if the responses are the same. */
export type Compare = (expected: unknown, actual: unknown) => string[];

const NAME = /<(?:uid|rv):\d+>/g;
const MAX_SHOWN = 300;

/**
 * Compares the answers of one scenario in order. Names that stand for uids and resourceVersions are numbered as they
 * are first seen, so one answer with a uid too many would shift all the numbers after it. Hence after the first
 * difference names need not be equal any more, only to go one to one: a fault is reported where it is, once.
 */
export function createCompare(): Compare {
  const pairing = createPairing();
  let isStrict = true;
  return (expected, actual) => {
    const sameText = (a: string, b: string): boolean => {
      const isPaired = pairing(a, b);
      return isStrict ? matchesText(a, b) : isPaired && matchesText(withoutNames(a), withoutNames(b));
    };
    const found = differencesOf(expected, actual, { at: "", sameText });
    isStrict &&= found.length === 0;
    return found;
  };
}

/** Whether the names in two texts match the earlier pairs; pairs names that are new on both sides. */
function createPairing(): (expected: string, actual: string) => boolean {
  const forth = new Map<string, string>();
  const back = new Map<string, string>();
  return (expected, actual) => {
    const wanted = expected.match(NAME) ?? [];
    const found = actual.match(NAME) ?? [];
    if (wanted.length !== found.length) {
      return false;
    }
    return wanted.every((name, index) => {
      const other = found[index] as string;
      if (!forth.has(name) && !back.has(other)) {
        forth.set(name, other);
        back.set(other, name);
      }
      return forth.get(name) === other;
    });
  };
}

function withoutNames(text: string): string {
  return text.replace(NAME, "<name>");
}

/** `<text>` in an expected text matches any wording: only the position of prose is compared. */
function matchesText(expected: string, actual: string): boolean {
  if (!expected.includes("<text>")) {
    return expected === actual;
  }
  const parts = expected.split("<text>").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]+")}$`).test(actual);
}

interface Place {
  readonly at: string;
  readonly sameText: (expected: string, actual: string) => boolean;
}

function differencesOf(expected: unknown, actual: unknown, place: Place): string[] {
  const { at, sameText } = place;
  const isSame =
    typeof expected === "string" && typeof actual === "string"
      ? sameText(expected, actual)
      : Object.is(expected, actual);
  if (isSame) {
    return [];
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const isSameLength = expected.length === actual.length;
    const lengths = isSameLength ? [] : [`${at}: expected ${expected.length} items, got ${actual.length}`];
    const shared = expected.slice(0, actual.length);
    const inside = shared.flatMap((item, i) => differencesOf(item, actual[i], { ...place, at: `${at}/${i}` }));
    return [...lengths, ...inside];
  }
  if (isObject(expected) && isObject(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) =>
      differencesOf(ownMember(expected, key), ownMember(actual, key), { ...place, at: `${at}/${key}` }),
    );
  }
  return [`${at || "/"}: expected ${print(expected)}, got ${print(actual)}`];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function ownMember(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function print(value: unknown): string {
  const shown = JSON.stringify(value);
  if (shown === undefined) {
    return "nothing";
  }
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
}
