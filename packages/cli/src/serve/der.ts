/** DER, the encoding of certificates; only the parts that a certificate needs. */
export type Der = Buffer;

export function derSequence(...parts: readonly Der[]): Der {
  return tagged(0x30, Buffer.concat(parts));
}

export function derSet(...parts: readonly Der[]): Der {
  return tagged(0x31, Buffer.concat(parts));
}

/** An object identifier from its dotted form. */
export function derOid(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(arc: number): number[] {
  const digits = [arc & 0x7f];
  for (let left = arc >>> 7; left > 0; left >>>= 7) {
    digits.unshift((left & 0x7f) | 0x80);
  }
  return digits;
}

/** A positive integer, from its bytes, greatest first. */
export function derInteger(bytes: Buffer): Der {
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0;
  return tagged(0x02, isNegative ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

export function derBoolean(value: boolean): Der {
  return tagged(0x01, Buffer.of(value ? 0xff : 0));
}

export function derUtf8(text: string): Der {
  return tagged(0x0c, Buffer.from(text));
}

/** Time with a precision of seconds. Years until 2049 have two digits, as X.509 requires. */
export function derTime(time: Date): Der {
  const digits = time.toISOString().replace(/[-:T]|\.\d+/g, "");
  return time.getUTCFullYear() < 2050 ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits));
}

export function derOctets(bytes: Buffer): Der {
  return tagged(0x04, bytes);
}

/** Bit string; `unused` is the number of unused bits in the last byte. */
export function derBits(bytes: Buffer, unused = 0): Der {
  return tagged(0x03, Buffer.concat([Buffer.of(unused), bytes]));
}

/** Value with a context-specific tag, whose meaning depends on its position. */
export function derContext(number: number, content: Buffer, form: "primitive" | "constructed"): Der {
  return tagged((form === "constructed" ? 0xa0 : 0x80) | number, content);
}

function tagged(tag: number, content: Buffer): Der {
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(size: number): number[] {
  if (size < 0x80) {
    return [size];
  }
  const bytes: number[] = [];
  for (let left = size; left > 0; left >>>= 8) {
    bytes.unshift(left & 0xff);
  }
  return [0x80 | bytes.length, ...bytes];
}
