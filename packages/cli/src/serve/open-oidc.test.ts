import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSystemClock } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAuthenticationConfig } from "./authentication-config.ts";
import { makeCertificates } from "./make-certificates.ts";
import { openOidc } from "./open-oidc.ts";

const { ca, server: certificate } = makeCertificates(["localhost"], new Date());
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const folder = mkdtempSync(join(tmpdir(), "kiln-oidc-"));
let issuer: Server;
let url: string;
/** Bytes that the issuer sends in place of its documents. */
let raw: string | undefined;

beforeAll(async () => {
  const answer = (path: string | undefined) =>
    path === "/keys"
      ? { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k", alg: "RS256", use: "sig" }] }
      : { issuer: url, jwks_uri: `${url}/keys` };
  issuer = createServer({ cert: certificate.cert, key: certificate.key }, ({ url: path }, response) => {
    if (raw !== undefined) {
      response.socket?.write(raw);
      return;
    }
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer(path)));
  });
  await new Promise<void>((resolve) => issuer.listen(0, "localhost", resolve));
  url = `https://localhost:${(issuer.address() as AddressInfo).port}`;
});

afterAll(() => {
  issuer.close();
  rmSync(folder, { recursive: true });
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function token(claims: object): string {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const text = `${encode({ alg: "RS256", kid: "k" })}.${encode({ iss: url, aud: "kiln", exp, ...claims })}`;
  return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
}

async function open() {
  const file = join(folder, "config.json");
  const config = {
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "AuthenticationConfiguration",
    jwt: [
      {
        issuer: { url, audiences: ["kiln"], certificateAuthority: ca.cert },
        claimValidationRules: [{ expression: "claims.hd == 'example.com'", message: "only our own people" }],
        claimMappings: {
          username: { expression: "'oidc:' + claims.sub" },
          groups: { expression: "claims.roles.filter(role, role.startsWith('k8s-'))" },
          uid: { expression: "claims.oid" },
          extra: [{ key: "example.com/tenant", valueExpression: "claims.tenant" }],
        },
        userValidationRules: [{ expression: "user.groups.size() > 0", message: "a group is required" }],
      },
    ],
  };
  writeFileSync(file, JSON.stringify(config));
  const { issuers } = await readAuthenticationConfig(file);
  const [authenticate] = issuers.map((each) => openOidc(each, createSystemClock()));
  return async (claims: object) => (await authenticate?.(token(claims), []))?.user;
}

const jane = { sub: "jane", hd: "example.com", roles: ["k8s-a", "other"], oid: "7", tenant: "t" };

describe("an issuer of an authentication configuration with expressions", () => {
  it("vouches for whom the expressions make of its tokens", async () => {
    const authenticate = await open();
    expect(await authenticate(jane)).toEqual({
      name: "oidc:jane",
      groups: ["k8s-a", "system:authenticated"],
      uid: "7",
      extra: { "example.com/tenant": ["t"] },
    });
  });

  it.each([
    ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n"],
    ["a body of tiny chunks", `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${"1\r\n \r\n".repeat(5000)}`],
  ])("rejects tokens, and does not wait, if the issuer answers with %s", async (_, bytes) => {
    raw = bytes;
    try {
      const authenticate = await open();
      await expect(authenticate(jane)).rejects.toThrow(/without a response|less than 64 bytes/);
    } finally {
      raw = undefined;
    }
  });

  it("rejects a user that a rule refuses", async () => {
    const authenticate = await open();
    await expect(authenticate({ ...jane, hd: "evil.example" })).rejects.toThrow("failed: only our own people");
    await expect(authenticate({ ...jane, roles: ["other"] })).rejects.toThrow("failed: a group is required");
  });
});
