/** One field as field validation prints it (`spec.list[0].a`), and the number of its occurrence, from 1. */
export interface NamedField {
  readonly path: string;
  readonly occurrence: number;
}

interface Sought {
  readonly path: string;
  readonly index: number;
  /** Number of characters of the path that enclosing objects and lists have matched. */
  readonly matched: number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/gs;

/**
 * Sorts fields by their order in a text, without duplicates; fields that the text lacks come last. One pass over the
 * text, which must be JSON; each key is compared with the fields below its object.
 */
export function orderFields<T extends NamedField>(text: string, fields: readonly T[]): T[] {
  const found = new Map<number, number>();
  const seen = fields.map(() => 0);
  const open: { readonly members: readonly Sought[]; index: number | undefined }[] = [];
  let value: readonly Sought[] = fields.map(({ path }, index) => ({ path, index, matched: 0 }));
  for (const { 0: token, index: at } of text.matchAll(TOKEN)) {
    const top = open.at(-1);
    if (token === "{" || token === "[") {
      open.push({ members: value, index: token === "[" ? 0 : undefined });
      value = token === "[" ? step(value, "[0]") : value;
    } else if (token === "}" || token === "]") {
      open.pop();
      value = [];
    } else if (token === ",") {
      if (top?.index !== undefined) {
        top.index++;
        value = step(top.members, `[${top.index}]`);
      }
    } else if (
      top !== undefined &&
      top.members.length > 0 &&
      top.index === undefined &&
      isKey(text, at + token.length)
    ) {
      value = stepKey(top.members, JSON.parse(token) as string, open.length === 1);
      for (const { path, index, matched } of value) {
        if (matched === path.length) {
          seen[index] = (seen[index] as number) + 1;
          if (seen[index] === fields[index]?.occurrence) {
            found.set(index, at);
          }
        }
      }
    }
  }
  const place = (index: number) => found.get(index) ?? text.length;
  return fields
    .map((field, index) => ({ field, at: place(index) }))
    .sort((a, b) => a.at - b.at)
    .map(({ field }) => field);
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (" \t\r\n".includes(text[at] ?? "x")) {
    at++;
  }
  return text[at] === ":";
}

function stepKey(sought: readonly Sought[], key: string, isRoot: boolean): readonly Sought[] {
  return step(sought, isRoot ? key : `.${key}`);
}

function step(sought: readonly Sought[], part: string): readonly Sought[] {
  return sought
    .filter(({ path, matched }) => {
      const end = matched + part.length;
      return path.startsWith(part, matched) && (end === path.length || path[end] === "." || path[end] === "[");
    })
    .map(({ path, index, matched }) => ({ path, index, matched: matched + part.length }));
}
