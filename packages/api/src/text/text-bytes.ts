// Node's Buffer, which only this file uses. It is several times faster than TextDecoder on the short texts of a server,
// and absent in browsers.
import { utf8Length } from "./utf8-length.ts";

interface NodeBuffer extends Uint8Array {
  toString(encoding?: "utf8" | "latin1" | "base64", start?: number, end?: number): string;
  base64Write(text: string, at: number, length: number): number;
  latin1Write(text: string, at: number, length: number): number;
  utf8Write(text: string, at: number, length: number): number;
}
interface NodeBufferConstructor {
  isBuffer(bytes: Uint8Array): boolean;
  allocUnsafe(size: number): NodeBuffer;
  byteLength(text: string, encoding: "utf8"): number;
  from(text: string, encoding: "utf8" | "latin1"): NodeBuffer;
  from(memory: ArrayBufferLike, offset: number, length: number): NodeBuffer;
}
interface Platform {
  readonly Buffer?: NodeBufferConstructor;
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly TextDecoder: new (
    label: "utf-8",
    options: { readonly ignoreBOM: true },
  ) => { decode(bytes: Uint8Array): string };
}

const platform = globalThis as unknown as Platform;
/** Read once, because the global is a getter. */
const { Buffer: nodeBuffer } = platform;

/**
 * Encodes to UTF-8; a lone surrogate becomes the replacement character. The result may share memory with other small
 * results.
 */
export function encodeUtf8(text: string): Uint8Array {
  return nodeBuffer === undefined ? new platform.TextEncoder().encode(text) : nodeBuffer.from(text, "utf8");
}

/** Size of the text in UTF-8. */
export function utf8Size(text: string): number {
  return nodeBuffer === undefined ? utf8Length(text) : nodeBuffer.byteLength(text, "utf8");
}

/** Writes the text as UTF-8 into `bytes` at `at`. `size` is its {@link utf8Size}. Costs least for {@link viewBytes}. */
export function writeUtf8(bytes: Uint8Array, text: string, at: number, size: number): void {
  if (nodeBuffer === undefined) {
    bytes.set(new platform.TextEncoder().encode(text), at);
  } else if (size === text.length) {
    view(nodeBuffer, bytes).latin1Write(text, at, size);
  } else {
    view(nodeBuffer, bytes).utf8Write(text, at, size);
  }
}

/** Base64 with its padding; undefined where the platform has no fast encoder. */
export function encodePlainBase64(bytes: Uint8Array, start = 0, end = bytes.length): string | undefined {
  return nodeBuffer === undefined ? undefined : view(nodeBuffer, bytes).toString("base64", start, end);
}

/**
 * Size of the bytes of base64 with its padding. Undefined where the platform has no fast decoder, and for the alphabet of
 * URLs, which that decoder takes too.
 */
export function plainBase64Size(text: string): number | undefined {
  const { length } = text;
  if (nodeBuffer === undefined || length % 4 !== 0 || text.includes("-") || text.includes("_")) {
    return undefined;
  }
  const padding = text.charCodeAt(length - 1) !== PADDING ? 0 : text.charCodeAt(length - 2) !== PADDING ? 1 : 2;
  return (length / 4) * 3 - padding;
}

const PADDING = 0x3d;

/**
 * Decodes base64 into `bytes` at `at`. False if the text has fewer bytes than its {@link plainBase64Size}: the decoder
 * skips other characters and stops at the first `=`.
 */
export function writePlainBase64(bytes: Uint8Array, text: string, at: number, size: number): boolean {
  return nodeBuffer !== undefined && view(nodeBuffer, bytes).base64Write(text, at, size) === size;
}

/** Uninitialized bytes, which the caller must fill; small ones may share memory with others. */
export function allocateBytes(size: number): Uint8Array {
  return nodeBuffer === undefined ? new Uint8Array(size) : nodeBuffer.allocUnsafe(size);
}

/**
 * Decodes UTF-8 and keeps a byte order mark as a character. Kubernetes: each byte that is no part of valid UTF-8
 * becomes one replacement character, where the platform's decoders write one for several such bytes
 * (encoding/json/decode.go unquoteBytes, v1.36).
 */
export function decodeUtf8(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  const text = decodeSpan(bytes, start, end);
  return text.includes("\ufffd") ? replaceEachByte(bytes.subarray(start, end)) : text;
}

/** The same memory as a Buffer if the platform has it: decoding text from it is fastest. */
export function viewBytes(bytes: Uint8Array): Uint8Array {
  return nodeBuffer === undefined ? bytes : view(nodeBuffer, bytes);
}

/** Decodes bytes that are known to be ASCII, in half the time and to a string of half the memory. */
export function decodeAscii(bytes: Uint8Array): string {
  return nodeBuffer === undefined ? decodeSpan(bytes) : view(nodeBuffer, bytes).toString("latin1");
}

/** String with one character per byte, so that indices are the same as in `bytes`; of all bytes or a part. */
export function decodeBytewise(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (nodeBuffer !== undefined) {
    return view(nodeBuffer, bytes).toString("latin1", start, end);
  }
  let text = "";
  // In chunks, because function arguments take stack.
  for (let i = start; i < end; i += 4096) {
    text += String.fromCharCode(...bytes.subarray(i, Math.min(i + 4096, end)));
  }
  return text;
}

/**
 * Bytes of a string with one character per byte, as from {@link decodeBytewise} or `atob`. `Uint8Array.from()` with a
 * function takes 20 times as long and makes 60 bytes of garbage per character.
 */
export function encodeBytewise(text: string): Uint8Array {
  if (nodeBuffer !== undefined) {
    return nodeBuffer.from(text, "latin1");
  }
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    bytes[i] = text.charCodeAt(i);
  }
  return bytes;
}

function decodeSpan(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  return nodeBuffer === undefined
    ? new platform.TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(start, end))
    : view(nodeBuffer, bytes).toString("utf8", start, end);
}

function view(buffer: NodeBufferConstructor, bytes: Uint8Array): NodeBuffer {
  // Bytes from a socket or a file are mostly a Buffer already.
  return buffer.isBuffer(bytes) ? (bytes as NodeBuffer) : buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function replaceEachByte(bytes: Uint8Array): string {
  const parts: string[] = [];
  let start = 0;
  let i = 0;
  while (i < bytes.length) {
    const length = sequenceLength(bytes, i);
    if (length > 0) {
      i += length;
      continue;
    }
    if (start < i) {
      parts.push(decodeSpan(bytes.subarray(start, i)));
    }
    parts.push("\ufffd");
    i++;
    start = i;
  }
  parts.push(decodeSpan(bytes.subarray(start)));
  return parts.join("");
}

/** Length of the character that starts at `i`; 0 if no valid character starts there. */
function sequenceLength(bytes: Uint8Array, i: number): number {
  const first = bytes[i] as number;
  if (first < 0x80) {
    return 1;
  }
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || i + length > bytes.length) {
    return 0;
  }
  const second = bytes[i + 1] as number;
  // Overlong encodings, surrogates and code points above U+10FFFF are invalid.
  if (
    (first === 0xe0 && second < 0xa0) ||
    (first === 0xed && second > 0x9f) ||
    (first === 0xf0 && second < 0x90) ||
    (first === 0xf4 && second > 0x8f)
  ) {
    return 0;
  }
  for (let k = 1; k < length; k++) {
    if (((bytes[i + k] as number) & 0xc0) !== 0x80) {
      return 0;
    }
  }
  return length;
}
