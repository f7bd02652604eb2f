import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { UnreadableError } from "../../command.ts";

export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const BLOCK = 512;
const REGULAR = new Set(["0", "\0"]);
const LONG_NAME = "L";
const PAX = new Set(["x"]);

/** Whether a file is a tar archive, compressed or not, by the end of its name. */
export function isArchive(path: string): boolean {
  return /\.(?:tar|tar\.gz|tgz)$/.test(path);
}

/** The regular files of a tar archive, compressed with gzip or not. Throws UnreadableError for one that is cut short. */
export function* readArchive(path: string): Generator<ArchivedFile, void, undefined> {
  const bytes = unpack(path);
  let longName: string | undefined;
  for (let offset = 0; offset + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(offset, offset + BLOCK);
    if (header[0] === 0) {
      return;
    }
    const size = readSize(header, path);
    const start = offset + BLOCK;
    if (start + size > bytes.length) {
      throw new UnreadableError(
        `${path} is cut short: ${readText(header, 0, 100)} has ${size} bytes that are not there`,
      );
    }
    const content = bytes.subarray(start, start + size);
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === LONG_NAME) {
      longName = content.toString("utf8").replace(/\0.*$/s, "");
    } else if (PAX.has(type)) {
      longName = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content.toString("utf8"))?.[1];
    } else {
      if (REGULAR.has(type)) {
        yield { name: longName ?? printName(header), bytes: content };
      }
      longName = undefined;
    }
    offset = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function unpack(path: string): Buffer {
  const raw = readFileSync(path);
  if (raw[0] !== 0x1f || raw[1] !== 0x8b) {
    return raw;
  }
  try {
    return gunzipSync(raw);
  } catch (error) {
    throw new UnreadableError(`${path} is no whole gzip file: ${error instanceof Error ? error.message : error}`);
  }
}

function printName(header: Buffer): string {
  const prefix = readText(header, 257, 5) === "ustar" ? readText(header, 345, 155) : "";
  const name = readText(header, 0, 100);
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** Size of a file in octal digits; above 8 GiB as a binary number. */
function readSize(header: Buffer, path: string): number {
  const text = readText(header, 124, 12).trim();
  if (!/^[0-7]+$/.test(text)) {
    throw new UnreadableError(`${path} is no tar archive: a header has the size ${JSON.stringify(text)}`);
  }
  return Number.parseInt(text, 8);
}

function readText(header: Buffer, start: number, length: number): string {
  return header.toString("utf8", start, start + length).replace(/\0.*$/s, "");
}
