import {
  frame,
  headersFrames,
  hpack,
  INITIAL_WINDOW,
  requestHeaders,
  settings,
  Type,
  uint32,
  windowUpdate,
} from "../frames.ts";
import { openRawHttp2, waitUntilCut } from "../raw-http2.ts";
import type { Row, Target } from "../row.ts";

const FRAMES = 500_000;
/** Number of useless frames on one connection after which the server must close it. */
const MAX_FRAMES = 50_000;
const BATCH = 500;

interface Flood {
  readonly frame: Buffer;
  /** Bytes sent first, for frames that need a stream. */
  readonly first?: Buffer;
  /** Whether the flood is allowed forever because it costs the server only its bytes. */
  readonly isHarmless?: boolean;
}

/** Floods one connection after the other, each until the server closes it. */
async function floodFrames(target: Target, flood: Flood): Promise<readonly string[]> {
  const complaints = new Set<string>();
  const batch = Buffer.concat(Array(BATCH).fill(flood.frame));
  let sent = 0;
  while (sent < FRAMES * target.scale && target.leftMs() > 0) {
    const client = await openRawHttp2(target, { settings: [[INITIAL_WINDOW, 0]] });
    await client.send(flood.first ?? Buffer.alloc(0));
    let onThis = 0;
    while (!client.isCut && sent < FRAMES * target.scale && target.leftMs() > 0) {
      await client.send(batch);
      onThis += BATCH;
      sent += BATCH;
    }
    await waitUntilCut(client);
    if (!client.isCut && onThis > MAX_FRAMES && flood.isHarmless !== true) {
      complaints.add(`the connection was not cut after ${onThis} frames`);
    }
    client.connection.destroy();
  }
  return [...complaints];
}

const GET = headersFrames({ stream: 1, block: hpack(requestHeaders("GET", "/readyz")), isLast: true });
const OPEN = headersFrames({ stream: 1, block: hpack(requestHeaders("POST", "/readyz")) });

const floods: readonly (Flood & { readonly name: string; readonly sends: string; readonly isShort?: boolean })[] = [
  { name: "settings", sends: "SETTINGS without parameters", frame: settings([]), isShort: true },
  {
    name: "settings-window",
    sends: "SETTINGS that change the initial window with streams open",
    first: OPEN,
    frame: Buffer.concat([settings([[INITIAL_WINDOW, 1]]), settings([[INITIAL_WINDOW, 0]])]),
  },
  {
    name: "settings-long",
    sends: "SETTINGS of 2,000 parameters",
    frame: settings(Array(2000).fill([INITIAL_WINDOW, 0])),
  },
  { name: "settings-ack", sends: "SETTINGS acknowledgments", frame: frame({ type: Type.settings, flags: 1 }) },
  { name: "ping", sends: "PING", frame: frame({ type: Type.ping, payload: Buffer.alloc(8) }), isShort: true },
  {
    name: "ping-ack",
    sends: "PING acknowledgments",
    frame: frame({ type: Type.ping, flags: 1, payload: Buffer.alloc(8) }),
  },
  {
    name: "priority",
    sends: "PRIORITY",
    frame: frame({ type: Type.priority, stream: 1, payload: Buffer.from([0, 0, 0, 3, 9]) }),
  },
  { name: "window-update", sends: "WINDOW_UPDATE of 1 byte on a stream", first: OPEN, frame: windowUpdate(1, 1) },
  { name: "window-update-0", sends: "WINDOW_UPDATE of 1 byte on the connection", frame: windowUpdate(0, 1) },
  { name: "window-update-closed", sends: "WINDOW_UPDATE on a closed stream", first: GET, frame: windowUpdate(1, 1) },
  { name: "unknown", sends: "frames of a type that does not exist", frame: frame({ type: 0x42 }) },
  {
    name: "reset-closed",
    sends: "RST_STREAM on a closed stream",
    first: GET,
    frame: frame({ type: Type.reset, stream: 1, payload: uint32(8) }),
  },
  {
    name: "data-closed",
    sends: "DATA on a closed stream",
    first: GET,
    frame: frame({ type: Type.data, stream: 1, payload: Buffer.of(1) }),
  },
  {
    name: "goaway",
    sends: "GOAWAY",
    first: OPEN,
    frame: frame({ type: Type.goAway, payload: Buffer.alloc(8) }),
  },
  {
    name: "continuation",
    sends: "HEADERS without an end, then CONTINUATION frames of 1 byte",
    first: frame({ type: Type.headers, stream: 1, payload: hpack(requestHeaders("GET", "/")) }),
    frame: frame({ type: Type.continuation, stream: 1, payload: Buffer.of(0x82) }),
    isShort: true,
  },
  {
    name: "continuation-empty",
    sends: "HEADERS without an end, then empty CONTINUATION frames",
    first: frame({ type: Type.headers, stream: 1, payload: hpack(requestHeaders("GET", "/")) }),
    frame: frame({ type: Type.continuation, stream: 1 }),
  },
];

export const http2ControlFrameRows: readonly Row[] = floods.map(({ name, sends, isShort = false, ...flood }) => ({
  name: `h2-flood-${name}`,
  identity: "anonymous",
  sends: `HTTP/2: ${sends}, 500,000 times`,
  seconds: 3,
  batch: "h2-flood",
  isShort,
  attack: (target) => floodFrames(target, flood),
}));
