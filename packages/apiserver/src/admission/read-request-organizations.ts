/** A piece of DER: what it is, and where its contents lie. */
interface Piece {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

const SEQUENCE = 0x30;
const SET = 0x31;
/** 2.5.4.10, organizationName. */
const ORGANIZATION = "85,4,10";
const PEM = /-----BEGIN CERTIFICATE REQUEST-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE REQUEST-----/;

/**
 * The organizations in the subject of a certificate request, as spec.request has it: base64 of PEM. Undefined if it is
 * none. Reads no further than the subject; whether the rest is in order is not its business.
 */
export function readRequestOrganizations(request: string): string[] | undefined {
  try {
    const body = PEM.exec(atob(request))?.[1];
    if (body === undefined) {
      return undefined;
    }
    const bytes = Uint8Array.from(atob(body.replace(/\s/g, "")), (char) => char.charCodeAt(0));
    const subject = findSubject(bytes);
    return subject === undefined ? undefined : organizationsIn(bytes, subject);
  } catch {
    // What is not base64.
    return undefined;
  }
}

/** CertificationRequest, then CertificationRequestInfo, then the version, then the subject. */
function findSubject(bytes: Uint8Array): Piece | undefined {
  const request = readPiece(bytes, 0, bytes.length);
  const info = request?.tag === SEQUENCE ? readPiece(bytes, request.start, request.end) : undefined;
  const version = info?.tag === SEQUENCE ? readPiece(bytes, info.start, info.end) : undefined;
  const subject = info === undefined || version === undefined ? undefined : readPiece(bytes, version.end, info.end);
  return subject?.tag === SEQUENCE ? subject : undefined;
}

function organizationsIn(bytes: Uint8Array, subject: Piece): string[] {
  const attributes = childrenOf(bytes, subject)
    .filter(({ tag }) => tag === SET)
    .flatMap((set) => childrenOf(bytes, set))
    .filter(({ tag }) => tag === SEQUENCE)
    .map((attribute) => childrenOf(bytes, attribute));
  return attributes.flatMap(([type, value]) =>
    type !== undefined && value !== undefined && bytes.subarray(type.start, type.end).join() === ORGANIZATION
      ? [new TextDecoder().decode(bytes.subarray(value.start, value.end))]
      : [],
  );
}

function childrenOf(bytes: Uint8Array, { start, end }: Piece): Piece[] {
  const children: Piece[] = [];
  let at = start;
  while (at < end) {
    const piece = readPiece(bytes, at, end);
    if (piece === undefined) {
      break;
    }
    children.push(piece);
    at = piece.end;
  }
  return children;
}

/** Undefined if it does not end before `limit`. */
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
