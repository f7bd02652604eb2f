import "reflect-metadata";
import { createHmac, createSign, generateKeyPairSync, webcrypto } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { X509CertificateGenerator } from "@peculiar/x509";
import { send } from "../honest-client.ts";
import { SECRET } from "../prepare-target.ts";
import { openRaw, sleep } from "../raw-connection.ts";
import type { Row, Target } from "../row.ts";

/** One line of an access log; without a stack, and not one for each of thousands. */
const MAX_LOG_BYTES_PER_REQUEST = 250;

async function flood401(target: Target, token: string | undefined): Promise<readonly string[]> {
  const before = target.logBytes();
  const lines = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
  const message = `GET ${SECRET} HTTP/1.1\r\nHost: k\r\n${lines}\r\n`;
  let sent = 0;
  const work = async () => {
    const client = await openRaw(target);
    while (sent < 20_000 * target.scale && target.leftMs() > 0 && (await client.send(message.repeat(20)))) {
      sent += 20;
    }
    await Promise.race([client.closed, sleep(1000)]);
    client.destroy();
  };
  await Promise.all(Array.from({ length: 8 }, work));
  const perRequest = (target.logBytes() - before) / Math.max(1, sent);
  return perRequest > MAX_LOG_BYTES_PER_REQUEST ? [`${Math.round(perRequest)} bytes of log a request`] : [];
}

/** Certificates of an authority that calls itself as the server's does. */
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
  return seen.none + seen.other === 0
    ? []
    : [`401: ${seen[401]}, cut without an answer: ${seen.none}, other: ${seen.other}`];
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Tokens of service accounts that must not count, some of them signed with the server's own key. */
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

export const credentialRows: readonly Row[] = [
  {
    name: "401-bad-token",
    identity: "anonymous",
    sends: "HTTP/1.1: 20,000 requests with a token that does not exist",
    isShort: true,
    attack: (target) => flood401(target, "wrong"),
  },
  {
    name: "401-long-token",
    identity: "anonymous",
    sends: "HTTP/1.1: 20,000 requests with a token of 8 KB in the form of a JWT",
    attack: (target) => flood401(target, `${"A".repeat(4000)}.${"B".repeat(4000)}.C`),
  },
  {
    name: "403-anonymous",
    identity: "anonymous",
    sends: "HTTP/1.1: 20,000 requests without a token",
    attack: (target) => flood401(target, undefined),
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
];
