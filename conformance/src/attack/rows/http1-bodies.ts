import { gzipSync } from "node:zlib";
import { send } from "../honest-client.ts";
import { openMany, openRaw } from "../raw-connection.ts";
import type { Identity, Row, Target } from "../row.ts";

const PATH = "/api/v1/namespaces/tenant/configmaps";

function head(target: Target, identity: Identity, lines: readonly string[]): string {
  const authorization = identity === "edit" ? [`Authorization: Bearer ${target.tokens.edit}`] : [];
  const all = ["Host: kiln", "Content-Type: application/json", ...authorization, ...lines];
  return `POST ${PATH} HTTP/1.1\r\n${all.join("\r\n")}\r\n\r\n`;
}

interface Body {
  readonly identity: Identity;
  readonly lines: readonly string[];
  readonly piece: string;
  /** Number of bytes to send in total. */
  readonly bytes: number;
}

/** Sends the same bytes repeatedly on ten connections; reopens those that the server closed. */
async function pour(target: Target, { identity, lines, piece, bytes }: Body): Promise<readonly string[]> {
  const batch = piece.repeat(Math.max(1, Math.floor(60_000 / piece.length)));
  const limit = bytes * target.scale;
  let sent = 0;
  const work = async () => {
    while (sent < limit && target.leftMs() > 0) {
      const client = await openRaw(target);
      await client.send(head(target, identity, lines));
      while (sent < limit && target.leftMs() > 0 && (await client.send(batch, 2000))) {
        sent += batch.length;
      }
      client.destroy();
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return [];
}

/** Sends bodies just below the limit without their last byte. */
async function holdBodies(target: Target): Promise<readonly string[]> {
  const clients = await openMany(Math.ceil(200 * target.scale), () => openRaw(target));
  const body = " ".repeat(3 * 1024 * 1024 - 1);
  const lines = [`Content-Length: ${body.length + 1}`];
  await Promise.all(
    clients.map(async (client) => {
      await client.send(head(target, "edit", lines));
      await client.send(body, 3000);
    }),
  );
  for (const client of clients) {
    client.destroy();
  }
  return [];
}

async function expectStatus(
  target: Target,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): Promise<string[]> {
  const { status, text } = await send(target, { method: "POST", path: PATH, token: target.tokens.edit, headers, body });
  return status >= 400 && status < 500 ? [] : [`${JSON.stringify(headers)}: ${status} ${text.slice(0, 100)}`];
}

export const http1BodyRows: readonly Row[] = [
  {
    name: "h1-one-byte-chunks",
    identity: "edit",
    sends: "HTTP/1.1: 10 connections, a body of 3 MiB in chunks of 1 byte each, 400 MB in all",
    seconds: 10,
    isShort: true,
    attack: (target) =>
      pour(target, { identity: "edit", lines: ["Transfer-Encoding: chunked"], piece: "1\r\n \r\n", bytes: 4e8 }),
  },
  {
    name: "h1-one-byte-chunks-anonymous",
    identity: "anonymous",
    sends: "HTTP/1.1: the same without a token",
    attack: (target) =>
      pour(target, { identity: "anonymous", lines: ["Transfer-Encoding: chunked"], piece: "1\r\n \r\n", bytes: 2e8 }),
  },
  {
    name: "h1-chunk-extensions",
    identity: "edit",
    sends: "HTTP/1.1: chunks of 1 byte with extensions of 1 KB",
    attack: (target) =>
      pour(target, {
        identity: "edit",
        lines: ["Transfer-Encoding: chunked"],
        piece: `1;${"a".repeat(1000)}\r\n \r\n`,
        bytes: 2e8,
      }),
  },
  {
    name: "h1-endless-chunks",
    identity: "edit",
    sends: "HTTP/1.1: a body of 64 KB chunks without an end",
    attack: (target) =>
      pour(target, {
        identity: "edit",
        lines: ["Transfer-Encoding: chunked"],
        piece: `e000\r\n${" ".repeat(0xe000)}\r\n`,
        bytes: 5e8,
      }),
  },
  {
    name: "h1-long-body",
    identity: "edit",
    sends: "HTTP/1.1: Content-Length of 10 GB and 500 MB of it",
    attack: (target) =>
      pour(target, { identity: "edit", lines: ["Content-Length: 10000000000"], piece: " ".repeat(60_000), bytes: 5e8 }),
  },
  {
    name: "h1-bodies-held",
    identity: "edit",
    sends: "HTTP/1.1: 200 bodies of 3 MiB that lack their last byte",
    attack: holdBodies,
  },
  {
    name: "h1-trailers",
    identity: "edit",
    sends: "HTTP/1.1: a chunked body, then 50 MB of trailers",
    attack: (target) =>
      pour(target, {
        identity: "edit",
        lines: ["Transfer-Encoding: chunked\r\nTrailer: x\r\n\r\n1\r\n \r\n0"],
        piece: `X-A: ${"b".repeat(100)}\r\n`,
        bytes: 5e7,
      }),
  },
  {
    name: "encoded-bodies",
    identity: "edit",
    sends: "bodies in gzip (a bomb of 256 MB), br, deflate and identity encodings that are not JSON",
    attack: async (target) => [
      ...(await expectStatus(target, { "content-encoding": "gzip" }, gzipSync(Buffer.alloc(2 ** 28)))),
      ...(await expectStatus(target, { "content-encoding": "br" }, Buffer.alloc(1000))),
      ...(await expectStatus(target, { "content-encoding": "deflate, gzip" }, Buffer.alloc(1000))),
      ...(await expectStatus(target, { "content-type": "application/json; charset=utf-7" }, Buffer.alloc(1000))),
    ],
  },
  {
    name: "oversized",
    identity: "edit",
    sends: "bodies of 4, 40 and 200 MB, and a URL of 2 MB",
    attack: async (target) => {
      const complaints: string[] = [];
      for (const megabytes of [4, 40, 200]) {
        const body = Buffer.alloc(megabytes * 1e6, 0x20);
        const sent = send(target, { method: "POST", path: PATH, token: target.tokens.edit, body });
        // The server may close the connection while the client still writes; this is as valid as a 413.
        const status = await sent.then(
          ({ status }) => status,
          () => 413,
        );
        complaints.push(...(status === 413 ? [] : [`${megabytes} MB: ${status}`]));
      }
      const url = await send(target, { path: `/${"a".repeat(2_000_000)}` }).then(
        ({ status }) => status,
        () => 431,
      );
      return [...complaints, ...(url >= 400 && url < 500 ? [] : [`URL of 2 MB: ${url}`])];
    },
  },
];
