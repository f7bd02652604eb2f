import { headersFrames, hpack, PREFACE, requestHeaders, settings } from "../frames.ts";
import { openMany, openRaw, openTcp, type RawConnection, sleep } from "../raw-connection.ts";
import type { Row, Target } from "../row.ts";

const COUNT = 500;

interface Slow {
  readonly open: (target: Target) => Promise<RawConnection>;
  /** Bytes sent once. */
  readonly first: Uint8Array | string;
  /** Bytes sent every second. */
  readonly drop?: Uint8Array | string;
}

/** Many connections that send almost nothing for some seconds. */
async function crawl(target: Target, { open, first, drop }: Slow): Promise<readonly string[]> {
  const clients = await openMany(Math.ceil(COUNT * Math.max(target.scale, 0.1)), () => open(target));
  await Promise.all(clients.map((client) => client.send(first)));
  for (let second = 0; second < 2 && target.leftMs() > 0; second++) {
    await sleep(1000);
    if (drop !== undefined) {
      await Promise.all(clients.map((client) => client.send(drop)));
    }
  }
  for (const client of clients) {
    client.destroy();
  }
  return [];
}

/** Checks that the server closes connections whose handshake does not end. */
async function stallHandshakes(target: Target): Promise<readonly string[]> {
  const clients = await openMany(Math.ceil(COUNT * target.scale), () => openTcp(target));
  await Promise.all(
    clients.map((client, i) => client.send(i % 2 === 0 ? Buffer.alloc(0) : Buffer.of(0x16, 3, 1, 2, 0, 1))),
  );
  const closed = Promise.all(clients.map((client) => client.closed));
  await Promise.race([closed, sleep(target.leftMs())]);
  const held = clients.filter((client) => !client.isClosed).length;
  for (const client of clients) {
    client.destroy();
  }
  return held === 0 ? [] : [`${held} of ${clients.length} handshakes that never end are still open`];
}

const h1 = (target: Target) => openRaw(target);
const h2 = (target: Target) => openRaw(target, { alpn: "h2" });
const START = Buffer.concat([PREFACE, settings([])]);
const POST = hpack(requestHeaders("POST", "/api/v1/namespaces/tenant/configmaps"));

export const slowClientRows: readonly Row[] = [
  {
    name: "slow-h1-headers",
    batch: "slow",
    identity: "anonymous",
    sends: "HTTP/1.1: 500 connections, one header a second, never the last",
    attack: (target) =>
      crawl(target, { open: h1, first: "GET / HTTP/1.1\r\nHost: kiln\r\n", drop: `X-A: ${"b".repeat(1000)}\r\n` }),
  },
  {
    name: "slow-h1-body",
    batch: "slow",
    identity: "edit",
    sends: "HTTP/1.1: 500 connections, a body of one byte a second",
    attack: (target) => {
      const path = "/api/v1/namespaces/tenant/configmaps";
      const lines = ["Host: kiln", `Authorization: Bearer ${target.tokens.edit}`, "Content-Type: application/json"];
      const first = `POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\nContent-Length: 1000000\r\n\r\n`;
      return crawl(target, { open: h1, first, drop: " " });
    },
  },
  {
    name: "slow-h1-idle",
    batch: "slow",
    identity: "anonymous",
    sends: "HTTP/1.1: 500 TLS connections without a request",
    attack: (target) => crawl(target, { open: h1, first: "" }),
  },
  {
    name: "slow-h2-no-preface",
    batch: "slow",
    identity: "anonymous",
    sends: "HTTP/2: 500 TLS connections without a preface",
    attack: (target) => crawl(target, { open: h2, first: "" }),
  },
  {
    name: "slow-h2-headers",
    batch: "slow",
    identity: "anonymous",
    sends: "HTTP/2: 500 connections with HEADERS that do not end",
    attack: (target) =>
      crawl(target, {
        open: h2,
        first: Buffer.concat([START, headersFrames({ stream: 1, block: POST }).fill(0, 4, 5)]),
      }),
  },
  {
    name: "slow-h2-half-frame",
    batch: "slow",
    identity: "anonymous",
    sends: "HTTP/2: 500 connections that announce a frame of 16 KiB and send 1,000 bytes of it a second",
    attack: (target) =>
      crawl(target, {
        open: h2,
        first: Buffer.concat([START, Buffer.of(0, 0x40, 0, 1, 4, 0, 0, 0, 1)]),
        drop: Buffer.alloc(1000),
      }),
  },
  {
    name: "slow-handshake",
    batch: "slow",
    identity: "anonymous",
    sends: "TCP: 500 connections whose TLS handshake never ends",
    seconds: 14,
    attack: stallHandshakes,
  },
  {
    name: "garbage-handshake",
    batch: "slow",
    identity: "anonymous",
    sends: "TCP: 2,000 connections of 1 KB of noise or of plain HTTP",
    attack: async (target) => {
      for (let i = 0; i < 2000 * target.scale && target.leftMs() > 0; i += 20) {
        const clients = await openMany(20, () => openTcp(target));
        await Promise.all(
          clients.map((client, n) => client.send(n % 2 === 0 ? Buffer.alloc(1000, i + n) : "GET / HTTP/1.1\r\n\r\n")),
        );
        for (const client of clients) {
          client.destroy();
        }
      }
      return [];
    },
  },
];
