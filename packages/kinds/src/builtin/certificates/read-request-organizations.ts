import { encodeBytewise } from "@kiln/api";

/** A DER value: its tag, and the offsets of its contents. */
interface Piece {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

const SEQUENCE = 0x30;
const SET = 0x31;
/** Object identifier 2.5.4.10, organizationName. */
const ORGANIZATION = [85, 4, 10] as const;
const BEGIN = "-----BEGIN";
/**
 * PEM block at the beginning of a line. The text may have no other block: of several, another program might use another
 * one.
 */
const PEM = /(?:^|\n)-----BEGIN CERTIFICATE REQUEST-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE REQUEST-----/;
/** String types that Go decodes, and their encodings. */
const TEXTS: ReadonlyMap<number, string> = new Map([
  [0x0c, "utf-8"],
  [0x12, "utf-8"],
  [0x13, "utf-8"],
  [0x14, "utf-8"],
  [0x16, "utf-8"],
  [0x1e, "utf-16be"],
]);

/**
 * Organizations in the subject of a certificate request, from spec.request (base64 of PEM). Undefined if it is no
 * certificate request. Decodes nothing after the subject.
 */
export function readRequestOrganizations(request: string): string[] | undefined {
  try {
    const text = atob(request);
    const body = PEM.exec(text)?.[1];
    if (body === undefined || text.indexOf(BEGIN) !== text.lastIndexOf(BEGIN)) {
      return undefined;
    }
    const bytes = encodeBytewise(atob(body.replace(/\s/g, "")));
    const subject = findSubject(bytes);
    return subject === undefined ? undefined : organizationsIn(bytes, subject);
  } catch {
    // Invalid base64, or an incomplete subject.
    return undefined;
  }
}

/** Finds the subject: CertificationRequest, CertificationRequestInfo, its version, then the subject. */
function findSubject(bytes: Uint8Array): Piece | undefined {
  const request = readPiece(bytes, 0, bytes.length);
  const info = request?.tag === SEQUENCE ? readPiece(bytes, request.start, request.end) : undefined;
  const version = info?.tag === SEQUENCE ? readPiece(bytes, info.start, info.end) : undefined;
  const subject = info === undefined || version === undefined ? undefined : readPiece(bytes, version.end, info.end);
  return subject?.tag === SEQUENCE ? subject : undefined;
}

/** Organizations in the subject; throws if it is incomplete. */
function organizationsIn(bytes: Uint8Array, subject: Piece): string[] {
  const attributes = childrenOf(bytes, subject)
    .flatMap((set) => childrenOf(bytes, expectTag(set, SET)))
    .map((attribute) => childrenOf(bytes, expectTag(attribute, SEQUENCE)));
  return attributes.flatMap(([type, value]) => {
    const encoding = value === undefined ? undefined : TEXTS.get(value.tag);
    return type !== undefined && value !== undefined && encoding !== undefined && isOrganization(bytes, type)
      ? [new TextDecoder(encoding).decode(bytes.subarray(value.start, value.end))]
      : [];
  });
}

function isOrganization(bytes: Uint8Array, { start, end }: Piece): boolean {
  return end - start === ORGANIZATION.length && ORGANIZATION.every((byte, i) => bytes[start + i] === byte);
}

function expectTag(piece: Piece, tag: number): Piece {
  if (piece.tag !== tag) {
    throw new Error(`tag ${piece.tag} in place of ${tag}`);
  }
  return piece;
}

function childrenOf(bytes: Uint8Array, { start, end }: Piece): Piece[] {
  const children: Piece[] = [];
  for (let at = start; at < end; ) {
    const piece = readPiece(bytes, at, end);
    if (piece === undefined) {
      throw new Error("a piece has no end");
    }
    children.push(piece);
    at = piece.end;
  }
  return children;
}

/** Reads the DER value at an offset; undefined if it does not end before `limit`. */
function readPiece(bytes: Uint8Array, at: number, limit: number): Piece | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) {
    return undefined;
  }
  const count = first < 0x80 ? 0 : first - 0x80;
  if (count > 4 || (count === 0 && first === 0x80)) {
    return undefined;
  }
  const start = at + 2 + count;
  const length = count === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  return start + length > limit ? undefined : { tag, start, end: start + length };
}
