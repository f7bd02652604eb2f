import { STATIC_HEADERS } from "./static-headers.ts";

/** Headers to send. Values have characters of one byte only. */
export type SentHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

const INDEXED = 0x80;
const STATUS_INDEX = 8;

/**
 * Encodes the headers of a response, with a date. Adds nothing to the dynamic table, so that each block is independent.
 */
export type HeaderEncoder = (status: number, headers: SentHeaders) => Uint8Array;

export function createHeaderEncoder(nowMs: () => number): HeaderEncoder {
  const statuses = new Map<string, number>();
  const names = new Map<string, number>();
  for (const [i, [name, value]] of STATIC_HEADERS.entries()) {
    if (name === ":status") {
      statuses.set(value, i + 1);
    } else if (!names.has(name)) {
      names.set(name, i + 1);
    }
  }
  const dateText = createDateText(nowMs);
  return (status, headers) => {
    const draft: Draft = { bytes: new Uint8Array(256), length: 0 };
    const known = statuses.get(String(status));
    if (known === undefined) {
      addHeader(draft, { index: STATUS_INDEX, name: ":status" }, String(status));
    } else {
      draft.bytes[draft.length++] = INDEXED | known;
    }
    const add = (name: string, value: string) => addHeader(draft, { index: names.get(name) ?? 0, name }, value);
    for (const name in headers) {
      const value = headers[name];
      for (const each of typeof value === "string" ? [value] : (value ?? [])) {
        add(name.toLowerCase(), each);
      }
    }
    add("date", dateText());
    return draft.bytes.subarray(0, draft.length);
  };
}

/** Date header, formatted once a second: that costs as much as the other headers together. */
function createDateText(nowMs: () => number): () => string {
  let second = -1;
  let text = "";
  return () => {
    const now = Math.floor(nowMs() / 1000);
    if (now !== second) {
      second = now;
      text = new Date(now * 1000).toUTCString();
    }
    return text;
  };
}

/** A header block under construction. */
interface Draft {
  bytes: Uint8Array;
  length: number;
}

/** Adds an HPACK literal (RFC 7541, section 6.2), whose name is written out where its index in the table is 0. */
function addHeader(
  draft: Draft,
  { index, name }: { readonly index: number; readonly name: string },
  value: string,
): void {
  // A length in HPACK takes at most six bytes.
  reserve(draft, 18 + name.length + value.length);
  addNumber(draft, index, 0xf);
  if (index === 0) {
    addText(draft, name);
  }
  addText(draft, value);
}

/** Appends a string to the draft, which must have room for it. */
function addText(draft: Draft, text: string): void {
  addNumber(draft, text.length, 0x7f);
  const { bytes } = draft;
  let at = draft.length;
  for (let i = 0; i < text.length; i++) {
    bytes[at++] = text.charCodeAt(i);
  }
  draft.length = at;
}

/**
 * Appends an HPACK integer to the draft, which must have room. `most` is the largest number that fits into the first
 * byte.
 */
function addNumber(draft: Draft, number: number, most: number): void {
  if (number < most) {
    draft.bytes[draft.length++] = number;
    return;
  }
  draft.bytes[draft.length++] = most;
  let rest = number - most;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
    draft.bytes[draft.length++] = (rest % 0x80) | 0x80;
  }
  draft.bytes[draft.length++] = rest;
}

/** Grows the buffer of the draft if `length` bytes do not fit. */
function reserve(draft: Draft, length: number): void {
  if (draft.length + length > draft.bytes.length) {
    const larger = new Uint8Array(2 * (draft.length + length));
    larger.set(draft.bytes);
    draft.bytes = larger;
  }
}
