import { decodeUtf8, encodeUtf8 } from "../text/text-bytes.ts";
import { YamlSyntaxError } from "./yaml-syntax-error.ts";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Decodes a text: without byte order mark, and with \n for all line ends of YAML 1.1. */
export function decodeYamlText(bytes: Uint8Array): string {
  const text = decodeUtf8(withLineFeeds(bytes));
  if (text.includes("\ufffd") && !isUtf8(bytes)) {
    throw new YamlSyntaxError("yaml: invalid leading UTF-8 octet", "syntax", { offset: 0, line: 1, column: 1 });
  }
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** Replaces line ends in the bytes; in the text it would take ten times as long if there are many. */
function withLineFeeds(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(CARRIAGE_RETURN) && !bytes.includes(0xc2)) {
    return bytes;
  }
  const replaced = new Uint8Array(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === CARRIAGE_RETURN) {
      replaced[length++] = LINE_FEED;
      i += bytes[i + 1] === LINE_FEED ? 1 : 0;
    } else if (byte === 0xc2 && bytes[i + 1] === 0x85) {
      replaced[length++] = LINE_FEED;
      i++;
    } else {
      replaced[length++] = byte;
    }
  }
  return replaced.subarray(0, length);
}

function isUtf8(bytes: Uint8Array): boolean {
  const again = encodeUtf8(decodeUtf8(bytes));
  return again.length === bytes.length && again.every((byte, i) => byte === bytes[i]);
}
