import { PREFACE, settings, Type } from "./frames.ts";
import { openRaw, type RawConnection, type RawOptions, sleep } from "./raw-connection.ts";
import type { Target } from "./row.ts";

/** Frames that the server sent, by type. */
export interface Seen {
  goAway?: number;
  resets: number;
  answers: number;
  readonly statuses: Map<number, number>;
}

export interface RawHttp2 {
  readonly connection: RawConnection;
  readonly seen: Seen;
  send(bytes: Uint8Array, timeoutMs?: number): Promise<boolean>;
  /** Whether the server has ended the connection, by GOAWAY or by closing it. */
  readonly isCut: boolean;
}

export interface RawHttp2Options extends RawOptions {
  readonly settings?: readonly (readonly [number, number])[];
}

/** Time without a frame after which the server is expected to send no more. */
const QUIET_MS = 1000;
const SETTLE_MS = 10_000;

/** Resolves when the connection is closed, or the server has sent nothing for a while. */
export async function waitUntilCut(client: RawHttp2): Promise<void> {
  const endsAtMs = Date.now() + SETTLE_MS;
  for (let seen = -1; !client.isCut && client.connection.receivedBytes !== seen && Date.now() < endsAtMs; ) {
    seen = client.connection.receivedBytes;
    await Promise.race([client.connection.closed, sleep(QUIET_MS)]);
  }
}

const STATUSES = [200, 204, 206, 304, 400, 404, 500];

export async function openRawHttp2(target: Target, options: RawHttp2Options = {}): Promise<RawHttp2> {
  const connection = await openRaw(target, { ...options, alpn: "h2" });
  const seen: Seen = { resets: 0, answers: 0, statuses: new Map() };
  connection.onBytes = createReader(seen);
  await connection.send(Buffer.concat([PREFACE, settings(options.settings ?? [])]));
  return {
    connection,
    seen,
    send: (bytes, timeoutMs) => connection.send(bytes, timeoutMs),
    get isCut() {
      return seen.goAway !== undefined || connection.isClosed;
    },
  };
}

function createReader(seen: Seen): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = rest.byteLength === 0 ? bytes : Buffer.concat([rest, bytes]);
    while (rest.byteLength >= 9) {
      const size = 9 + rest.readUIntBE(0, 3);
      if (rest.byteLength < size) {
        return;
      }
      note(seen, rest.subarray(0, size));
      rest = rest.subarray(size);
    }
  };
}

function note(seen: Seen, frame: Buffer): void {
  switch (frame[3]) {
    case Type.goAway:
      seen.goAway = frame.readUInt32BE(13);
      break;
    case Type.reset:
      seen.resets++;
      break;
    case Type.headers:
      seen.answers++;
      seen.statuses.set(frame.readUInt32BE(5), readStatus(frame.subarray(9)));
      break;
  }
}

/** Status of a header block. Kiln sends :status first, from the static table or as a literal. */
function readStatus(block: Buffer): number {
  const [first = 0] = block;
  if (first >= 0x88 && first <= 0x8e) {
    return STATUSES[first - 0x88] as number;
  }
  return Number(block.toString("latin1", 2, 5)) || 0;
}
