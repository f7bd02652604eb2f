import {
  Flag,
  frame,
  headersFrames,
  hpack,
  INITIAL_WINDOW,
  requestHeaders,
  reset,
  Type,
  uint32,
  windowUpdate,
} from "../frames.ts";
import { openRawHttp2, waitUntilCut } from "../raw-http2.ts";
import type { Row, Target } from "../row.ts";

const REQUESTS = 20_000;
/** Number of streams by which the server must close the connection; Node's own stack does at 54 to 2,150. */
const MAX_STREAMS = 5000;
const BATCH = 50;

const GET = hpack(requestHeaders("GET", "/api/v1/namespaces/tenant/configmaps"));
const POST = hpack(requestHeaders("POST", "/api/v1/namespaces/tenant/configmaps"));

/** Frames of a stream that the client or the server resets. */
type Wasted = (stream: number) => Buffer;

async function wasteStreams(target: Target, wasted: Wasted): Promise<readonly string[]> {
  const complaints = new Set<string>();
  let sent = 0;
  while (sent < REQUESTS * target.scale * 2 && target.leftMs() > 0) {
    const client = await openRawHttp2(target, { settings: [[INITIAL_WINDOW, 0]] });
    let onThis = 0;
    for (let stream = 1; !client.isCut && onThis < REQUESTS && target.leftMs() > 0; stream += 2 * BATCH) {
      await client.send(Buffer.concat(Array.from({ length: BATCH }, (_, i) => wasted(stream + 2 * i))));
      onThis += BATCH;
    }
    await waitUntilCut(client);
    if (!client.isCut && onThis > MAX_STREAMS) {
      complaints.add(`the connection was not cut after ${onThis} streams; the server reset ${client.seen.resets}`);
    }
    sent += onThis;
    client.connection.destroy();
  }
  return [...complaints];
}

const open = (stream: number, block: Buffer = POST) => headersFrames({ stream, block });
const bad = (...headers: readonly (readonly [string, string])[]) => hpack([...requestHeaders("GET", "/"), ...headers]);

const variants: readonly { readonly name: string; readonly sends: string; readonly wasted: Wasted }[] = [
  {
    name: "rapid-reset",
    sends: "HEADERS and RST_STREAM",
    wasted: (stream) => Buffer.concat([headersFrames({ stream, block: GET, isLast: true }), reset(stream)]),
  },
  {
    name: "window-update-of-0",
    sends: "HEADERS and WINDOW_UPDATE of 0",
    wasted: (stream) => Buffer.concat([open(stream), windowUpdate(stream, 0)]),
  },
  {
    name: "window-overflow",
    sends: "HEADERS and a WINDOW_UPDATE above 2^31-1",
    wasted: (stream) =>
      Buffer.concat([open(stream), windowUpdate(stream, 2 ** 31 - 1), windowUpdate(stream, 2 ** 31 - 1)]),
  },
  {
    name: "priority-on-itself",
    sends: "HEADERS that depend on themselves",
    wasted: (stream) =>
      frame({
        type: Type.headers,
        flags: Flag.endHeaders | Flag.priority,
        stream,
        payload: Buffer.concat([uint32(stream), Buffer.of(1), POST]),
      }),
  },
  {
    name: "data-after-end",
    sends: "HEADERS with END_STREAM and DATA",
    wasted: (stream) =>
      Buffer.concat([
        headersFrames({ stream, block: GET, isLast: true }),
        frame({ type: Type.data, stream, payload: Buffer.of(1) }),
      ]),
  },
  {
    name: "headers-twice",
    sends: "HEADERS twice, without an end",
    wasted: (stream) => Buffer.concat([open(stream), open(stream)]),
  },
  {
    name: "upper-case-header",
    sends: "HEADERS with a name in upper case",
    wasted: (stream) => open(stream, bad(["X-A", "b"])),
  },
  {
    name: "connection-header",
    sends: "HEADERS with connection: close",
    wasted: (stream) => open(stream, bad(["connection", "close"])),
  },
  {
    name: "no-method",
    sends: "HEADERS without :method",
    wasted: (stream) =>
      open(
        stream,
        hpack([
          [":path", "/"],
          [":scheme", "https"],
        ]),
      ),
  },
  { name: "two-paths", sends: "HEADERS with two :path", wasted: (stream) => open(stream, bad([":path", "/"])) },
  {
    name: "wrong-content-length",
    sends: "HEADERS with content-length 1 and DATA of 2 bytes",
    wasted: (stream) =>
      Buffer.concat([
        open(stream, hpack(requestHeaders("POST", "/api", [["content-length", "1"]]))),
        frame({ type: Type.data, flags: Flag.endStream, stream, payload: Buffer.of(1, 2) }),
      ]),
  },
  {
    name: "above-the-limit",
    sends: "HEADERS of more streams than are allowed at a time",
    wasted: (stream) => open(stream),
  },
];

export const http2ResetRows: readonly Row[] = variants.map(({ name, sends, wasted }) => ({
  name: `h2-reset-${name}`,
  identity: "anonymous",
  sends: `HTTP/2: ${sends}, on 20,000 streams`,
  seconds: 3,
  batch: "h2-reset",
  isShort: ["rapid-reset", "window-update-of-0", "above-the-limit"].includes(name),
  attack: (target) => wasteStreams(target, wasted),
}));
