import { send } from "../honest-client.ts";
import { CANARY, SECRET, SECRET_TEXT } from "../prepare-target.ts";
import { openRaw, type RawOptions, sleep } from "../raw-connection.ts";
import type { Row, Target } from "../row.ts";

const ANSWER_MS = 1500;
const UNKNOWN_VERSION = 505;

interface ExchangeOptions extends RawOptions {
  /** Number of responses to wait for. */
  readonly answers?: number;
}

/** Sends one packet. Resolves with all received bytes once the server closes, or is silent for a while. */
async function exchange(target: Target, packet: string | Uint8Array, options: ExchangeOptions = {}): Promise<string> {
  const { answers = 1 } = options;
  const client = await openRaw(target, options);
  let text = "";
  let seenMs = Date.now();
  client.onBytes = (bytes) => {
    text += bytes.toString("latin1");
    seenMs = Date.now();
  };
  await client.send(packet);
  while (!client.isClosed && Date.now() - seenMs < (statusesOf(text).length < answers ? ANSWER_MS : 200)) {
    await Promise.race([client.closed, sleep(20)]);
  }
  client.destroy();
  return text;
}

/** Status codes of all responses in order. */
function statusesOf(text: string): readonly number[] {
  return [...text.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
}

const GET = "GET /version HTTP/1.1\r\nHost: kiln\r\n";
const SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: kiln\r\n\r\n";

/** Messages that must get one response of 4xx and then at most a 400, or no response. */
const ambiguous: Readonly<Record<string, string>> = {
  "Content-Length and Transfer-Encoding": `POST /version HTTP/1.1\r\nHost: k\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  "two Content-Length": `POST /version HTTP/1.1\r\nHost: k\r\nContent-Length: 5\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`,
  "two equal Content-Length": `POST /version HTTP/1.1\r\nHost: k\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc${SMUGGLED}`,
  "a list of lengths": `POST /version HTTP/1.1\r\nHost: k\r\nContent-Length: 3, 3\r\n\r\nabc${SMUGGLED}`,
  "a signed length": `POST /version HTTP/1.1\r\nHost: k\r\nContent-Length: +3\r\n\r\nabc${SMUGGLED}`,
  "a negative length": `POST /version HTTP/1.1\r\nHost: k\r\nContent-Length: -1\r\n\r\n${SMUGGLED}`,
  "a length in hexadecimal": `POST /version HTTP/1.1\r\nHost: k\r\nContent-Length: 0x3\r\n\r\nabc${SMUGGLED}`,
  "two Transfer-Encoding": `POST /version HTTP/1.1\r\nHost: k\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  "chunked twice": `POST /version HTTP/1.1\r\nHost: k\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  xchunked: `POST /version HTTP/1.1\r\nHost: k\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  "chunked, then identity": `POST /version HTTP/1.1\r\nHost: k\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  "a vertical tab before chunked": `POST /version HTTP/1.1\r\nHost: k\r\nTransfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  "a space before the colon": `POST /version HTTP/1.1\r\nHost: k\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  "bare LF": `GET /version HTTP/1.1\nHost: k\n\n${SMUGGLED}`,
  "bare CR in a value": `GET /version HTTP/1.1\r\nHost: k\r\nX-A: b\rContent-Length: 0\r\n\r\n${SMUGGLED}`,
  "a folded header": `GET /version HTTP/1.1\r\nHost: k\r\nX-A: b\r\n c\r\n\r\n${SMUGGLED}`,
  "NUL in a header": `GET /version HTTP/1.1\r\nHost: k\r\nX-A: b\0c\r\n\r\n${SMUGGLED}`,
  "a header without a name": `GET /version HTTP/1.1\r\nHost: k\r\n: b\r\n\r\n${SMUGGLED}`,
  "a chunk size in words": `POST /version HTTP/1.1\r\nHost: k\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n${SMUGGLED}`,
  "a chunk size of 17 digits": `POST /version HTTP/1.1\r\nHost: k\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000000\r\nab`,
  "a chunk without CRLF": `POST /version HTTP/1.1\r\nHost: k\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab0\r\n\r\n${SMUGGLED}`,
  "chunked in HTTP/1.0": `POST /version HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
};

/** Messages that must be refused. */
const malformed: Readonly<Record<string, string>> = {
  "HTTP/0.9": "GET /version\r\n\r\n",
  "HTTP/0.9 with a version": "GET /version HTTP/0.9\r\n\r\n",
  "HTTP/1.1 without Host": "GET /version HTTP/1.1\r\n\r\n",
  "two Host headers": "GET /version HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
  "Host with spaces": "GET /version HTTP/1.1\r\nHost: a b\r\n\r\n",
  "Host with a path": "GET /version HTTP/1.1\r\nHost: a/b\r\n\r\n",
  "an unknown method": "FOO /version HTTP/1.1\r\nHost: k\r\n\r\n",
  CONNECT: "CONNECT kiln:443 HTTP/1.1\r\nHost: kiln:443\r\n\r\n",
  "a method in lower case": "get /version HTTP/1.1\r\nHost: k\r\n\r\n",
  "spaces before the method": " GET /version HTTP/1.1\r\nHost: k\r\n\r\n",
  "HTTP/3.0": "GET /version HTTP/3.0\r\nHost: k\r\n\r\n",
  "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "a target without a slash": "GET version HTTP/1.1\r\nHost: k\r\n\r\n",
  "a header of 2 MB": `GET /version HTTP/1.1\r\nHost: k\r\nX-A: ${"b".repeat(2_000_000)}\r\n\r\n`,
  noise: Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 7919) % 251)).toString("latin1"),
};

async function refuseAll(target: Target, messages: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const complaints: string[] = [];
  for (const [name, message] of Object.entries(messages)) {
    const statuses = statusesOf(await exchange(target, Buffer.from(message, "latin1")));
    const [, ...later] = statuses;
    const isRefused = (status: number) => (status >= 400 && status < 500) || status === UNKNOWN_VERSION;
    if (!statuses.every(isRefused) || later.some((status) => status !== 400)) {
      complaints.push(`${name}: answered with ${statuses.join(", ")}`);
    }
  }
  return complaints;
}

const IMPERSONATION = "Host: kiln\r\nImpersonate-User: alice\r\n";
/** Packets with a valid request and then bytes that the parser refuses. */
const REFUSED = [
  "FOO / HTTP/1.1\r\n\r\n",
  "GET / HTTP/9.9\r\n\r\n",
  "\0\0\0",
  "GET / HTTP/1.1\r\nHost: k\r\nContent-Length: x\r\n\r\n",
  "GET /\x01 HTTP/1.1\r\n\r\n",
];

/** Checks that no request is executed without the headers that it was sent with. */
async function replay(target: Target): Promise<readonly string[]> {
  const complaints: string[] = [];
  const identity = { cert: target.admin.cert, key: target.admin.key };
  for (const method of ["GET", "DELETE"]) {
    for (const refused of REFUSED) {
      const first = `${method} ${SECRET} HTTP/1.1\r\n${IMPERSONATION}\r\n`;
      for (const packet of [first + refused, refused + first, first + first + refused]) {
        const text = await exchange(target, Buffer.from(packet, "latin1"), { identity });
        const isGranted = statusesOf(text).some((status) => status < 400);
        if (isGranted || text.includes(SECRET_TEXT)) {
          complaints.push(`${method} as alice and ${JSON.stringify(refused)}: ${statusesOf(text).join(", ")}`);
        }
      }
    }
  }
  return complaints;
}

/** Checks that each request has its own identity, whatever preceded it on the connection. */
async function interleave(target: Target): Promise<readonly string[]> {
  const identity = { cert: target.admin.cert, key: target.admin.key };
  const asAlice = `GET ${SECRET} HTTP/1.1\r\n${IMPERSONATION}\r\n`;
  const asViewer = `GET ${SECRET} HTTP/1.1\r\nHost: k\r\nImpersonate-User: viewer\r\nImpersonate-Group: system:authenticated\r\n\r\n`;
  const asBad = `GET ${SECRET} HTTP/1.1\r\nHost: k\r\nImpersonate-Group: system:masters\r\n\r\n`;
  const asAdmin = `GET ${SECRET} HTTP/1.1\r\nHost: k\r\n\r\n`;
  const order = Array.from({ length: 60 }, (_, i) => (i * 7) % 4);
  const packets = [asAlice, asViewer, asBad, asAdmin];
  const text = await exchange(target, order.map((kind) => packets[kind]).join(""), { identity, answers: order.length });
  const statuses = statusesOf(text);
  const wrong = order.filter((kind, i) => (kind === 3) !== (statuses[i] === 200)).length;
  return wrong === 0 ? [] : [`${wrong} of ${order.length} requests got another user's answer: ${statuses.slice(0, 8)}`];
}

async function upgrade(target: Target): Promise<readonly string[]> {
  const complaints: string[] = [];
  const pods = "/api/v1/namespaces/tenant/pods/none";
  const paths = [
    `${pods}/exec?command=sh&stdin=true`,
    `${pods}/attach`,
    `${pods}/portforward`,
    `${pods}/proxy/`,
    CANARY,
    "/version",
  ];
  const upgrades = [
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    "Upgrade: SPDY/3.1\r\nConnection: Upgrade\r\nX-Stream-Protocol-Version: v4.channel.k8s.io",
    "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
  ];
  for (const path of paths) {
    for (const lines of upgrades) {
      for (const method of ["GET", "POST"]) {
        const head = `${method} ${path} HTTP/1.1\r\nHost: k\r\nAuthorization: Bearer ${target.tokens.edit}\r\n${lines}\r\n\r\n`;
        const statuses = statusesOf(await exchange(target, head));
        const isBad = statuses.some((status) => status < 200 || status >= 500) || statuses.length > 1;
        complaints.push(...(isBad ? [`${method} ${path} ${lines.slice(0, 20)}: ${statuses.join(", ")}`] : []));
      }
    }
  }
  return complaints;
}

async function pipeline(target: Target): Promise<readonly string[]> {
  const work = async () => {
    const client = await openRaw(target, { isDeaf: true });
    const batch = `${GET}\r\n`.repeat(1000);
    for (let sent = 0; sent < 20_000 * target.scale && target.leftMs() > 0; sent += 1000) {
      if (!(await client.send(batch, 500))) {
        break;
      }
    }
    client.destroy();
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return [];
}

async function sendManyHeaders(target: Target): Promise<readonly string[]> {
  const lines = Array.from({ length: 60_000 }, (_, i) => `h${i}: v\r\n`).join("");
  for (let i = 0; i < 40 * target.scale; i++) {
    await exchange(target, `${GET}${lines}\r\n`);
  }
  return [];
}

export const http1MessageRows: readonly Row[] = [
  {
    name: "h1-smuggling",
    identity: "anonymous",
    sends: `HTTP/1.1: ${Object.keys(ambiguous).length} messages that two parsers may cut differently`,
    seconds: 60,
    isShort: true,
    attack: (target) => refuseAll(target, ambiguous),
  },
  {
    name: "h1-malformed",
    identity: "anonymous",
    sends: `HTTP/1.1: ${Object.keys(malformed).length} messages that are not HTTP/1.1`,
    seconds: 60,
    isShort: true,
    attack: (target) => refuseAll(target, malformed),
  },
  {
    name: "h1-replay",
    identity: "certificate",
    sends: "HTTP/1.1: GET and DELETE of a Secret as alice, pipelined with a message that the parser refuses",
    seconds: 60,
    isShort: true,
    attack: replay,
  },
  {
    name: "h1-identities",
    identity: "certificate",
    sends: "HTTP/1.1: 60 pipelined requests that impersonate by turns",
    isShort: true,
    attack: interleave,
  },
  {
    name: "h1-upgrade",
    identity: "edit",
    sends: "HTTP/1.1: upgrades to WebSocket, SPDY and h2c on any path",
    seconds: 90,
    attack: upgrade,
  },
  {
    name: "h1-pipelining",
    identity: "anonymous",
    sends: "HTTP/1.1: 10 connections, 20,000 pipelined GETs each, never read",
    attack: pipeline,
  },
  {
    name: "h1-many-headers",
    identity: "anonymous",
    sends: "HTTP/1.1: 60,000 headers, 40 times",
    seconds: 30,
    attack: sendManyHeaders,
  },
  {
    name: "h1-paths",
    identity: "view",
    sends: "HTTP/1.1: paths that name a Secret of another namespace by dots, doubled slashes and escapes",
    attack: async (target) => {
      const paths = [
        "/api/v1/namespaces/tenant/../other/secrets/sec",
        "/api/v1/namespaces/tenant/%2e%2e/other/secrets/sec",
        "/api/v1/namespaces/tenant/..%2fother/secrets/sec",
        "/api/v1//namespaces/other/secrets/sec",
        "//api/v1/namespaces/other/secrets/sec",
        "/api/v1/namespaces/other/secrets/sec/",
        "/api/v1/namespaces/other/secrets/sec?namespace=tenant",
        "/api/v1/namespaces/tenant/secrets/..%2f..%2fother%2fsecrets%2fsec",
        "/api/v1/watch/namespaces/other/secrets/sec",
        "/api/v1/namespaces/tenant/configmaps/%00../secrets/sec",
        "https://kiln/api/v1/namespaces/other/secrets/sec",
      ];
      const complaints: string[] = [];
      for (const path of paths) {
        const text = await exchange(
          target,
          `GET ${path} HTTP/1.1\r\nHost: k\r\nAuthorization: Bearer ${target.tokens.view}\r\n\r\n`,
        );
        const leaks = text.includes(SECRET_TEXT) || statusesOf(text).some((status) => status >= 500);
        complaints.push(...(leaks ? [`${path}: ${statusesOf(text)}`] : []));
      }
      const direct = await send(target, { path: SECRET, token: target.tokens.view });
      return direct.status === 403 ? complaints : [...complaints, `${SECRET}: ${direct.status}`];
    },
  },
];
