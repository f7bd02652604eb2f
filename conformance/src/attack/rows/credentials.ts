import "reflect-metadata";
import { createHmac, createSign, generateKeyPairSync, webcrypto } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { X509CertificateGenerator } from "@peculiar/x509";
import { headersFrames, hpack, requestHeaders } from "../frames.ts";
import { type HonestRequest, send } from "../honest-client.ts";
import { SECRET } from "../prepare-target.ts";
import { openRaw, sleep } from "../raw-connection.ts";
import { openRawHttp2 } from "../raw-http2.ts";
import type { Row, Target } from "../row.ts";

/** Maximum log size for each request on average: a line without a stack. Not every request needs a line. */
const MAX_LOG_BYTES_PER_REQUEST = 250;
/** Delay for the log, which the server writes in the background. */
const FLUSH_MS = 500;

async function flood401(target: Target, authorizations: readonly string[]): Promise<readonly string[]> {
  const before = target.logBytes();
  const messages = authorizations.map((line) => `GET ${SECRET} HTTP/1.1\r\nHost: k\r\n${line}\r\n`);
  const packet = Buffer.from(messages.join("").repeat(Math.ceil(20 / messages.length)), "latin1");
  const limit = 20_000 * target.scale;
  let answers = 0;
  const work = async () => {
    while (answers < limit && target.leftMs() > 0) {
      const client = await openRaw(target);
      client.onBytes = (bytes) => {
        answers += bytes.toString("latin1").split("HTTP/1.1 ").length - 1;
      };
      while (answers < limit && target.leftMs() > 0 && (await client.send(packet, 500))) {
        await sleep(1);
      }
      client.destroy();
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  await sleep(FLUSH_MS);
  const perRequest = Math.round((target.logBytes() - before) / Math.max(1, answers));
  return perRequest > MAX_LOG_BYTES_PER_REQUEST ? [`${perRequest} bytes of log a request`] : [];
}

/** Presents certificates of a CA with the same name as the server's. */
async function presentForeignCertificates(target: Target): Promise<readonly string[]> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const caKeys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: "01",
    subject: "CN=admin, O=system:masters",
    issuer: "CN=kiln-ca",
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 3_600_000),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  const key = `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`;
  const identity = { cert: certificate.toString("pem"), key };
  const seen = { 401: 0, none: 0, other: 0 };
  for (let i = 0; i < 40 * Math.max(0.25, target.scale); i++) {
    const client = await openRaw(target, { identity });
    let text = "";
    client.onBytes = (bytes) => {
      text += bytes.toString("latin1");
    };
    await client.send(`GET ${SECRET} HTTP/1.1\r\nHost: k\r\nConnection: close\r\n\r\n`);
    await Promise.race([client.closed, sleep(2000)]);
    client.destroy();
    seen[text.startsWith("HTTP/1.1 401") ? 401 : text === "" ? "none" : "other"]++;
  }
  for (let i = 0; i < 10; i++) {
    const client = await openRawHttp2(target, { identity });
    await client.send(headersFrames({ stream: 1, block: hpack(requestHeaders("GET", SECRET)), isLast: true }));
    await Promise.race([client.connection.closed, sleep(300)]);
    const status = client.seen.statuses.get(1);
    client.connection.destroy();
    seen[status === 401 ? 401 : status === undefined ? "none" : "other"]++;
  }
  return seen.none + seen.other === 0
    ? []
    : [`401: ${seen[401]}, cut without an answer: ${seen.none}, other: ${seen.other}`];
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Sends service account tokens that must be rejected, some of them signed with the server's own key. */
async function forgeTokens(target: Target): Promise<readonly string[]> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: "https://kubernetes.default.svc.cluster.local",
    aud: ["https://kubernetes.default.svc.cluster.local"],
    sub: "system:serviceaccount:kube-system:default",
    "kubernetes.io": { namespace: "kube-system", serviceaccount: { name: "default", uid: "0" } },
    iat: now - 10,
    nbf: now - 10,
    exp: now + 3600,
  };
  const { privateKey: foreign } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const file = ["service-account.key", "sa.key", "pki/sa.key"]
    .map((name) => join(target.folder, name))
    .find(existsSync);
  const own = file === undefined ? undefined : readFileSync(file, "utf8");
  const sign = (header: object, body: object, key: Parameters<ReturnType<typeof createSign>["sign"]>[0]) => {
    const text = `${encode(header)}.${encode(body)}`;
    const signature = createSign("SHA256").update(text).sign(key).toString("base64url");
    return `${text}.${signature}`;
  };
  const es256 = { alg: "ES256", typ: "JWT" };
  const unsigned = `${encode({ alg: "none" })}.${encode(claims)}.`;
  const text = `${encode({ alg: "HS256" })}.${encode(claims)}`;
  const tokens: readonly string[] = [
    unsigned,
    `${unsigned}AAAA`,
    `${text}.${createHmac("sha256", target.admin.ca ?? "")
      .update(text)
      .digest("base64url")}`,
    sign(es256, claims, foreign),
    ...(own === undefined
      ? []
      : [
          sign(es256, { ...claims, exp: now - 3600 }, own),
          sign(es256, { ...claims, aud: ["other"] }, own),
          sign({ ...es256, crit: ["x"] }, claims, own),
        ]),
    "a.b.c",
    "..",
    `${"A".repeat(100_000)}.${"A".repeat(100_000)}.A`,
    encode(claims),
    "",
    "\u00ff",
  ];
  const complaints: string[] =
    own === undefined ? ["the signing key of service accounts was not found in the data directory"] : [];
  for (const token of tokens) {
    const { status } = await send(target, { path: SECRET, token: Buffer.from(token).toString("latin1") });
    complaints.push(
      ...(status === 401 || (token === "" && status === 403) ? [] : [`${token.slice(0, 60)}: ${status}`]),
    );
  }
  return complaints;
}

/** Sends well-formed tokens, each different, so that no cache helps. */
async function floodSigned(target: Target): Promise<readonly string[]> {
  const now = Math.floor(Date.now() / 1000);
  const issuer = "https://kubernetes.default.svc.cluster.local";
  const head = encode({ alg: "ES256", typ: "JWT" });
  const client = await openRaw(target);
  for (let i = 0; i < 5000 * target.scale && target.leftMs() > 0; i += 50) {
    const messages = Array.from({ length: 50 }, (_, n) => {
      const body = encode({
        iss: issuer,
        aud: [issuer],
        sub: `system:serviceaccount:a:b${i + n}`,
        exp: now + 3600,
        iat: now,
      });
      const signature = Buffer.alloc(64, i + n + 1).toString("base64url");
      return `GET ${SECRET} HTTP/1.1\r\nHost: k\r\nAuthorization: Bearer ${head}.${body}.${signature}\r\n\r\n`;
    });
    await client.send(messages.join(""));
  }
  await Promise.race([client.closed, sleep(1000)]);
  client.destroy();
  return [];
}

/** Checks that text in a request cannot add a line to the log. */
async function forgeLog(target: Target): Promise<readonly string[]> {
  const mark = "forged-line";
  const before = target.logBytes();
  const requests: readonly HonestRequest[] = [
    { path: `/%0A${mark}%0D%0A${mark}` },
    { path: SECRET, token: `x\u0085${mark}` },
    { path: SECRET, headers: { "user-agent": `a\t${mark}`, "x-forwarded-for": mark, "impersonate-user": `a${mark}` } },
    { path: `${SECRET}?fieldManager=%0A${mark}`, method: "PATCH", body: `\n${mark}`, token: target.tokens.edit },
  ];
  for (const request of requests) {
    await send(target, request).catch(() => undefined);
  }
  const lines = target.logFrom(before).split("\n");
  return lines.filter((line) => line.startsWith(mark)).map(() => "a request wrote a line of its own into the log");
}

export const credentialRows: readonly Row[] = [
  {
    name: "401-bad-token",
    identity: "anonymous",
    sends: "HTTP/1.1: 20,000 requests with a token that does not exist",
    isShort: true,
    attack: (target) => flood401(target, ["Authorization: Bearer wrong\r\n"]),
  },
  {
    name: "401-long-token",
    identity: "anonymous",
    sends: "HTTP/1.1: 20,000 requests with a token of 8 KB in the form of a JWT",
    attack: (target) => flood401(target, [`Authorization: Bearer ${"A".repeat(4000)}.${"B".repeat(4000)}.C\r\n`]),
  },
  {
    name: "403-anonymous",
    identity: "anonymous",
    sends: "HTTP/1.1: 20,000 requests without a token",
    attack: (target) => flood401(target, [""]),
  },
  {
    name: "foreign-certificate",
    identity: "anonymous",
    sends: "TLS: 40 client certificates of another authority with the same name",
    seconds: 60,
    isShort: true,
    attack: presentForeignCertificates,
  },
  {
    name: "forged-tokens",
    identity: "anonymous",
    sends: "tokens that are expired, unsigned, signed by another key, or for another audience",
    isShort: true,
    attack: forgeTokens,
  },
  {
    name: "401-signed-tokens",
    identity: "anonymous",
    sends: "HTTP/1.1: 5,000 tokens in the right form, each with another signature",
    isShort: true,
    attack: floodSigned,
  },
  { name: "log-forgery", identity: "anonymous", sends: "line breaks in paths, headers and bodies", attack: forgeLog },
  {
    name: "401-odd-headers",
    identity: "anonymous",
    sends: "HTTP/1.1: 20,000 requests with Authorization headers that hold no token, and impersonation without a user",
    isShort: true,
    attack: (target) =>
      flood401(target, [
        "Authorization: Bearer \r\n",
        "Authorization: Bearer x y\r\n",
        "Authorization: Bearer \u00ff\r\n",
        "Authorization: Basic YTpi\r\n",
        "Authorization: \r\n",
        "Impersonate-User: admin\r\n",
        "Impersonate-Group: system:masters\r\n",
      ]),
  },
];
