import { allocateBytes, encodePlainBase64, plainBase64Size, writePlainBase64 } from "@kiln/api";
import { type ProtobufWriter, reserveBytes, writeBytes } from "@kiln/api/protobuf";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = ALPHABET.indexOf(String.fromCharCode(code));
  return value < 0 ? 64 : value;
});
const PIECE = 3 * 2048;

/** Encodes to base64 with padding. */
export function encodeBase64(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  return encodePlainBase64(bytes, start, end) ?? encodeInChunks(bytes.subarray(start, end));
}

function encodeInChunks(bytes: Uint8Array): string {
  let text = "";
  // In chunks, because function arguments take stack; their size is a multiple of three, so that only the last is
  // padded.
  for (let i = 0; i < bytes.length; i += PIECE) {
    text += btoa(String.fromCharCode(...bytes.subarray(i, i + PIECE)));
  }
  return text;
}

/** Decodes base64; skips characters outside the alphabet. */
export function decodeBase64(text: string): Uint8Array {
  const size = plainBase64Size(text);
  const bytes = allocateBytes(size ?? 0);
  return size !== undefined && writePlainBase64(bytes, text, 0, size) ? bytes : decodeLenient(text);
}

/** Writes the bytes of {@link decodeBase64} without memory of their own. */
export function writeBase64(writer: ProtobufWriter, text: string): void {
  const size = plainBase64Size(text);
  if (size !== undefined) {
    const at = reserveBytes(writer, size);
    if (writePlainBase64(writer.bytes, text, at, size)) {
      return;
    }
    writer.at += size;
  }
  writeBytes(writer, decodeLenient(text));
}

function decodeLenient(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let size = 0;
  let bits = 0;
  let held = 0;
  for (let i = 0; i < text.length; i++) {
    const value = VALUES[text.charCodeAt(i)] ?? 64;
    if (value === 64) {
      continue;
    }
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[size++] = held >> bits;
    }
  }
  return bytes.subarray(0, size);
}
