import { headersFrames, hpack, hpackInteger, INITIAL_WINDOW, requestHeaders } from "../frames.ts";
import { openRawHttp2 } from "../raw-http2.ts";
import type { Row, Target } from "../row.ts";

const REQUEST = hpack(requestHeaders("GET", "/readyz"));
const BLOCK_BYTES = 1_000_000;
const BLOCKS = 60;

function repeat(bytes: Buffer, total: number): Buffer {
  return Buffer.concat(Array(Math.floor(total / bytes.byteLength)).fill(bytes));
}

interface Blocks {
  /** Header block of one request. */
  readonly block: Buffer;
  /** Block sent once, for blocks that refer to it. */
  readonly first?: Buffer;
  readonly count: number;
}

async function sendBlocks(target: Target, { block, first, count }: Blocks): Promise<readonly string[]> {
  const limit = Math.ceil(count * target.scale);
  let sent = 0;
  while (sent < limit && target.leftMs() > 0) {
    const client = await openRawHttp2(target, { settings: [[INITIAL_WINDOW, 65_535]] });
    let stream = 1;
    if (first !== undefined) {
      await client.send(headersFrames({ stream, block: first, isLast: true }));
      stream += 2;
    }
    for (; !client.isCut && sent < limit && target.leftMs() > 0; stream += 2) {
      await client.send(headersFrames({ stream, block, isLast: true }));
      sent++;
    }
    client.connection.destroy();
  }
  return [];
}

const variants: readonly (Blocks & { readonly name: string; readonly sends: string; readonly isShort?: boolean })[] = [
  {
    name: "churn",
    sends: "60 blocks of 1 MB of 4-byte literals with indexing",
    block: Buffer.concat([REQUEST, repeat(hpack([["a", "b"]], "remembered"), BLOCK_BYTES)]),
    count: BLOCKS,
    isShort: true,
  },
  {
    name: "churn-small",
    sends: "4,000 blocks of 16 KB of 4-byte literals with indexing",
    block: Buffer.concat([REQUEST, repeat(hpack([["a", "b"]], "remembered"), 16_000)]),
    count: 4000,
  },
  {
    name: "bomb",
    sends: "one header of 4,000 bytes in the table, then 60 blocks of 1 MB that refer to it",
    first: Buffer.concat([REQUEST, hpack([["a", "b".repeat(3900)]], "remembered")]),
    block: Buffer.concat([REQUEST, Buffer.alloc(BLOCK_BYTES, 0x80 | 62)]),
    count: BLOCKS,
    isShort: true,
  },
  {
    name: "many",
    sends: "60 blocks of 300,000 headers of the static table",
    block: Buffer.concat([REQUEST, Buffer.alloc(300_000, 0x80 | 16)]),
    count: BLOCKS,
  },
  {
    name: "many-small",
    sends: "200 blocks of 20,000 different headers",
    block: Buffer.concat([REQUEST, hpack(Array.from({ length: 20_000 }, (_, i) => [`h${i}`, "v"] as const))]),
    count: 200,
  },
  {
    name: "cookies",
    sends: "60 blocks of 200,000 cookie headers",
    block: Buffer.concat([REQUEST, Buffer.alloc(200_000, 0x80 | 32)]),
    count: BLOCKS,
  },
  {
    name: "resize",
    sends: "60 blocks of 1 MB of table size updates",
    block: Buffer.concat([
      repeat(Buffer.concat([hpackInteger(0x20, 5, 0), hpackInteger(0x20, 5, 4096)]), BLOCK_BYTES),
      REQUEST,
    ]),
    count: BLOCKS,
  },
  {
    name: "huffman",
    sends: "60 blocks with a text of 900,000 bytes in Huffman code",
    block: Buffer.concat([REQUEST, Buffer.of(0, 1, 0x61), hpackInteger(0x80, 7, 900_000), Buffer.alloc(900_000)]),
    count: BLOCKS,
  },
  {
    name: "long-path",
    sends: "60 requests with a path of 900,000 bytes",
    block: hpack(requestHeaders("GET", `/api/${"a/".repeat(450_000)}`)),
    count: BLOCKS,
  },
  {
    name: "impersonate-groups",
    sends: "60 requests with 10,000 Impersonate-Group headers",
    block: Buffer.concat([
      REQUEST,
      repeat(
        hpack([
          ["impersonate-user", "a"],
          ["impersonate-group", "b"],
        ]),
        400_000,
      ),
    ]),
    count: BLOCKS,
  },
];

export const http2HeaderRows: readonly Row[] = variants.map(({ name, sends, isShort = false, ...blocks }) => ({
  name: `h2-headers-${name}`,
  identity: "anonymous",
  sends: `HTTP/2: ${sends}`,
  seconds: 4,
  batch: "h2-headers",
  isShort,
  attack: (target) => sendBlocks(target, blocks),
}));
