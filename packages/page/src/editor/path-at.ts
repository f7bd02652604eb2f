/** Access to the lines of a text. {@link pathAt} reads upward from a line and needs no complete text. */
export interface TextLines {
  /** Line by number, counted from 1. */
  line(number: number): string;
}

/** The field on a line of a YAML text in block style. */
export interface FieldAt {
  /** Keys of the enclosing maps, from the top; `0` represents an item of a list. */
  readonly parents: readonly (string | number)[];
  /** The key on the line, as far as it is typed. */
  readonly key: string;
  /** Whether the line has a colon, so that the value follows. */
  readonly hasValue: boolean;
  /** Start and end column of the key on the line, counted from 0. */
  readonly from: number;
  readonly to: number;
}

const KEY = /^(\s*)((?:-(?:\s+|$))*)(?:"([^"]*)"|'([^']*)'|([^\s#'"[\]{}&*!|>%@,][^#]*?|))(?:(\s*:(?=\s|$))|\s*$)/;

/**
 * Maximum number of characters read of a line: keys are short, and the regular expression takes quadratic time for runs
 * of spaces.
 */
const MAX_KEY = 600;

interface Line {
  readonly dashes: readonly number[];
  readonly key: string;
  readonly keyColumn: number;
  readonly keyEnd: number;
  readonly hasColon: boolean;
}

/**
 * Field on a line; undefined for comments and for lines inside flow style. Reads the lines above, up to the start of
 * the document.
 */
export function pathAt(text: TextLines, number: number): FieldAt | undefined {
  const line = readLine(text.line(number));
  if (line === undefined) {
    return undefined;
  }
  const climb: Climb = { parents: [], column: line.keyColumn, isList: false };
  enterItems(climb, line);
  for (let at = number - 1; at >= 1; at--) {
    const content = text.line(at);
    if (/^(---|\.\.\.)/.test(content)) {
      break;
    }
    const above = readLine(content);
    if (above !== undefined) {
      climbLine(climb, above);
    }
  }
  const { key, keyColumn: from, keyEnd: to, hasColon: hasValue } = line;
  return { parents: climb.parents, key, hasValue, from, to };
}

interface Climb {
  parents: (string | number)[];
  /** Column of the map or list whose parent key is searched. */
  column: number;
  /** Whether `column` is that of a list, which may start at the column of its own key. */
  isList: boolean;
}

/** Climbs by one line: adds the key if the line is a parent. */
function climbLine(climb: Climb, line: Line): void {
  const { keyColumn, dashes, hasColon, key } = line;
  if (keyColumn === climb.column && dashes.length > 0) {
    enterItems(climb, line);
  } else if (hasColon && (keyColumn < climb.column || (climb.isList && keyColumn === climb.column))) {
    climb.parents.unshift(key);
    climb.column = keyColumn;
    climb.isList = false;
    enterItems(climb, line);
  }
}

/** Adds the lists that the dashes before a key open, innermost last. */
function enterItems(climb: Climb, { dashes }: Line): void {
  for (const dash of dashes.toReversed()) {
    climb.parents.unshift(0);
    climb.column = dash;
    climb.isList = true;
  }
}

function readLine(content: string): Line | undefined {
  const match = KEY.exec(content.slice(0, MAX_KEY));
  if (match === null || /^\s*#/.test(content)) {
    return undefined;
  }
  const [, space = "", dashes = "", double, single, plain = "", colon] = match;
  const key = double ?? single ?? plain;
  const keyColumn = space.length + dashes.length;
  const quoted = double ?? single;
  return {
    dashes: [...dashes.matchAll(/-/g)].map(({ index }) => space.length + index),
    key,
    keyColumn,
    keyEnd: keyColumn + key.length + (quoted === undefined ? 0 : 2),
    hasColon: colon !== undefined,
  };
}
