import { openMany, openRaw, type RawConnection, sleep } from "../raw-connection.ts";
import type { Row, Target } from "../row.ts";

const LARGE = "/api/v1/namespaces/tenant/configmaps?watch=true&resourceVersion=0";
const SMALL = "/api/v1/namespaces/other/configmaps?watch=true&resourceVersion=0";

function handshake(path: string, lines: readonly string[]): string {
  const all = [
    "Host: k",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ...lines,
  ];
  return `GET ${path} HTTP/1.1\r\n${all.join("\r\n")}\r\n\r\n`;
}

const Opcode = { continuation: 0, text: 1, close: 8, ping: 9 } as const;

/** A frame of a client, masked with zeros. */
function frame(opcode: number, payload: Uint8Array, isFinal = true): Buffer {
  const length = payload.byteLength;
  const size = length < 126 ? Buffer.of(128 | length) : Buffer.of(128 | 127, 0, 0, 0, 0, ...uint32(length));
  return Buffer.concat([Buffer.of((isFinal ? 0x80 : 0) | opcode), size, Buffer.alloc(4), payload]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

async function openWatch(target: Target, path: string, isDeaf: boolean): Promise<RawConnection> {
  const client = await openRaw(target, { isDeaf });
  await client.send(handshake(path, [`Authorization: Bearer ${target.tokens.view}`]));
  return client;
}

async function hold(target: Target): Promise<readonly string[]> {
  const clients = await openMany(Math.ceil(300 * Math.max(0.2, target.scale)), () => openWatch(target, LARGE, true));
  await sleep(2500);
  for (const client of clients) {
    client.destroy();
  }
  return [];
}

interface Flood {
  readonly frame: Buffer;
  /** Frame sent once on each connection. */
  readonly first?: Buffer;
  readonly isDeaf?: boolean;
}

/** Sends one frame repeatedly, and reopens connections that the server closed. */
async function flood(target: Target, { frame: sent, first, isDeaf = false }: Flood): Promise<readonly string[]> {
  const path = "/api/v1/namespaces/many/configmaps?watch=true";
  const batch = Buffer.concat(Array(Math.max(1, Math.floor(60_000 / sent.byteLength))).fill(sent));
  let bytes = 0;
  const work = async () => {
    while (bytes < 2e8 * target.scale && target.leftMs() > 0) {
      const client = await openWatch(target, path, isDeaf);
      await client.send(first ?? Buffer.alloc(0));
      while (bytes < 2e8 * target.scale && target.leftMs() > 0 && (await client.send(batch, 500))) {
        bytes += batch.byteLength;
      }
      client.destroy();
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return [];
}

/** Handshakes that must not be answered with 101, or only as the client's own user. */
async function misuse(target: Target): Promise<readonly string[]> {
  const encoded = (token: string) =>
    `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString("base64url")}`;
  const handshakes: Readonly<Record<string, string>> = {
    "without a token": handshake(SMALL, []),
    "with a wrong token": handshake(SMALL, [`Sec-WebSocket-Protocol: ${encoded("wrong")}, v1`]),
    "with the token alone": handshake(SMALL, [`Sec-WebSocket-Protocol: ${encoded("other-token")}`]),
    "with two tokens": handshake(SMALL, [`Sec-WebSocket-Protocol: ${encoded("other-token")}, ${encoded("wrong")}, v1`]),
    "of another namespace": handshake(SMALL, [`Authorization: Bearer ${target.tokens.view}`]),
    "with a body": handshake(SMALL, ["Content-Length: 10", `Authorization: Bearer ${target.tokens.view}`]),
    "with a long key": handshake(SMALL, [`Sec-WebSocket-Key: ${"A".repeat(100_000)}`]),
    "with 50,000 protocols": handshake(SMALL, [`Sec-WebSocket-Protocol: ${"a,".repeat(50_000)}b`]),
  };
  const complaints: string[] = [];
  for (const [name, message] of Object.entries(handshakes)) {
    const client = await openRaw(target);
    let text = "";
    client.onBytes = (bytes) => {
      text += bytes.toString("latin1");
    };
    await client.send(message);
    await Promise.race([client.closed, sleep(500)]);
    client.destroy();
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 400);
    complaints.push(...(status >= 400 && status < 500 ? [] : [`a handshake ${name}: ${status}`]));
  }
  return complaints;
}

export const websocketRows: readonly Row[] = [
  {
    name: "websocket-unread",
    identity: "view",
    sends: "WebSocket: 300 watches that start with 18 MB of objects, never read",
    attack: hold,
  },
  {
    name: "websocket-pings-unread",
    identity: "view",
    sends: "WebSocket: 200 MB of pings of 125 bytes, pongs never read",
    attack: (target) => flood(target, { frame: frame(Opcode.ping, Buffer.alloc(125)), isDeaf: true }),
  },
  {
    name: "websocket-pings",
    identity: "view",
    sends: "WebSocket: 200 MB of pings without a byte",
    attack: (target) => flood(target, { frame: frame(Opcode.ping, Buffer.alloc(0)) }),
  },
  {
    name: "websocket-fragments",
    identity: "view",
    sends: "WebSocket: a message of fragments without a byte, without an end",
    attack: (target) =>
      flood(target, {
        first: frame(Opcode.text, Buffer.alloc(0), false),
        frame: frame(Opcode.continuation, Buffer.alloc(0), false),
      }),
  },
  {
    name: "websocket-messages",
    identity: "view",
    sends: "WebSocket: messages of 60 KB, and of one byte, which a watch has no use for",
    attack: async (target) => [
      ...(await flood(target, { frame: frame(Opcode.text, Buffer.alloc(60_000, 0x61)) })),
      ...(await flood(target, { frame: frame(Opcode.text, Buffer.of(0x61)) })),
    ],
  },
  {
    name: "websocket-misuse",
    identity: "view",
    sends: "WebSocket: eight handshakes that must be refused",
    isShort: true,
    attack: misuse,
  },
];
