import {
  type ConnectionOptions,
  createHeaderEncoder,
  createHuffmanDecoder,
  Http2Connection,
  type Http2Stream,
} from "@kiln/wire";

const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
const shared = {
  client: {},
  schedule: (callback: () => void) => callback(),
  monotonicMs: () => 0,
  turns: { hasRoom: true, count: () => {} },
  encodeHeaders: createHeaderEncoder(() => 0),
  decodeHuffman: createHuffmanDecoder(),
} satisfies Partial<ConnectionOptions>;

/** Error in the frame reader; undefined if there is none. Frames must have the same effect in one chunk and in many. */
export async function checkFrames(input: Buffer): Promise<string | undefined> {
  const bytes = Buffer.concat([PREFACE, input]);
  const whole = await converse([bytes]);
  for (const size of [1, 7, 4096]) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    // Only short inputs are sent in single bytes, because each costs as much as a chunk.
    const isLong = size === 1 && bytes.length > 5000;
    const said = isLong ? whole : await converse(parts);
    if (said !== whole) {
      return `in parts of ${size}: ${said}, as a whole: ${whole}`;
    }
  }
  return undefined;
}

/** Requests that the server decoded, frames that it sent, and whether a closed connection keeps memory. */
async function converse(chunks: readonly Uint8Array[]): Promise<string> {
  const sent: Buffer[] = [];
  const requests: Http2Stream[] = [];
  const openHeaders = { bytes: 0 };
  const wire = {
    write: (bytes: Uint8Array, done: () => void) => {
      sent.push(Buffer.from(bytes));
      done();
    },
    end: () => sent.push(Buffer.from("end")),
    destroy: () => sent.push(Buffer.from("destroy")),
  };
  const serve = async (stream: Http2Stream) => void requests.push(stream);
  const connection = new Http2Connection({ ...shared, openHeaders, wire, serve });
  for (const chunk of chunks) {
    connection.receive(chunk);
    while (connection.isBehind) {
      connection.catchUp();
    }
  }
  const heads = requests.map(({ method, target, rawHeaders }) => [method, target, ...(rawHeaders ?? [])]);
  const said = JSON.stringify({ heads, sent: Buffer.concat(sent).toString("base64") });
  connection.sweep();
  connection.lose();
  await undefined;
  return openHeaders.bytes === 0 ? said : `${openHeaders.bytes} bytes of headers are still counted`;
}

function frame(type: number, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const SETTINGS = frame(4, 0, 0);
const GET = Buffer.from([0x82, 0x87, 0x84]);
const POST = Buffer.from([0x83, 0x87, 0x84]);

/** Frames after the preface: those of honest clients, and some that violate a rule. */
export const FRAME_CORPUS: readonly Buffer[] = [
  Buffer.concat([SETTINGS, frame(1, 5, 1, GET), frame(6, 0, 0, Buffer.alloc(8, 1))]),
  Buffer.concat([SETTINGS, frame(1, 4, 1, POST), frame(0, 0, 1, Buffer.alloc(100)), frame(0, 1, 1)]),
  Buffer.concat([SETTINGS, frame(1, 0, 1, GET), frame(9, 0, 1), frame(9, 4, 1, Buffer.from([0, 1, 97, 1, 98]))]),
  Buffer.concat([
    SETTINGS,
    frame(1, 0x2d, 1, Buffer.from([2, 0, 0, 0, 0, 15, ...GET, 0, 0])),
    frame(3, 0, 1, Buffer.alloc(4)),
  ]),
  Buffer.concat([
    SETTINGS,
    frame(4, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0, 0, 5, 0, 0, 64, 0])),
    frame(8, 0, 0, Buffer.from([0, 0, 1, 0])),
  ]),
  Buffer.concat([SETTINGS, ...Array.from({ length: 30 }, (_, i) => frame(1, 5, 2 * i + 1, GET))]),
  Buffer.concat([
    SETTINGS,
    frame(1, 4, 1, POST),
    frame(0, 8, 1, Buffer.from([3, 1, 1, 0, 0, 0])),
    frame(2, 0, 1, Buffer.from([0, 0, 0, 3, 1])),
  ]),
  Buffer.concat([SETTINGS, frame(7, 0, 0, Buffer.alloc(8)), frame(1, 5, 1, GET), frame(99, 0, 1)]),
];
