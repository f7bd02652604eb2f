import { decodeBytewise, describeGoValue, encodeUtf8, type JsonValue } from "@kiln/api";
import { type DecodeWalk, note, refuse } from "./decode-walk.ts";

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Decodes base64 to its canonical form. Kubernetes: a list of numbers decodes as bytes, as for any Go byte slice
 * (encoding/json/decode.go array, v1.36).
 */
export function decodeBytes(value: JsonValue, walk: DecodeWalk, name: string): JsonValue {
  if (Array.isArray(value)) {
    return btoa(decodeBytewise(Uint8Array.from(value, (item) => decodeByte(item, walk))));
  }
  if (typeof value !== "string") {
    refuse(walk, describeGoValue(value), name);
    return "";
  }
  const text = /[\r\n]/.test(value) ? value.replace(/[\r\n]/g, "") : value;
  if (!BASE64.test(text)) {
    note(walk, `illegal base64 data at input byte ${firstBadByte(encodeUtf8(value))}`);
    return "";
  }
  // Kubernetes: unused bits of the last character are ignored and dropped (encoding/base64/base64.go decodeQuantum, Go
  // 1.26).
  return text.endsWith("=") ? text.slice(0, -4) + lastQuantum(text.slice(-4)) : text;
}

function lastQuantum(text: string): string {
  return btoa(atob(text));
}

function decodeByte(item: JsonValue, walk: DecodeWalk): number {
  if (item === null) {
    return 0;
  }
  const isByte = typeof item === "number" && Number.isInteger(item) && item >= 0 && item <= 0xff;
  if (!isByte) {
    refuse(walk, typeof item === "number" ? `number ${item}` : describeGoValue(item), "uint8");
  }
  return isByte ? item : 0;
}

const PADDING = 0x3d;
const isBreak = (byte: number | undefined) => byte === 0x0a || byte === 0x0d;
const isDigit = (byte: number) => /[A-Za-z0-9+/]/.test(String.fromCharCode(byte));

/** Offset in Go's decoding error: of an invalid digit, of an incomplete group of four, or of data after the end. */
function firstBadByte(bytes: Uint8Array): number {
  let digits = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (isBreak(byte)) {
      continue;
    }
    if (byte === PADDING) {
      return badPadding(bytes, i, digits % 4);
    }
    if (!isDigit(byte)) {
      return i;
    }
    digits++;
  }
  return bytes.length - (digits % 4);
}

/** Offset of an error in the padding that begins at `i`, after `digits` digits of the last group. */
function badPadding(bytes: Uint8Array, i: number, digits: number): number {
  if (digits < 2) {
    return i;
  }
  let next = skipBreaks(bytes, i + 1);
  if (digits === 2) {
    if (next === bytes.length) {
      return next;
    }
    if (bytes[next] !== PADDING) {
      return next - 1;
    }
    next = skipBreaks(bytes, next + 1);
  }
  return next;
}

function skipBreaks(bytes: Uint8Array, from: number): number {
  let i = from;
  while (isBreak(bytes[i])) {
    i++;
  }
  return i;
}
