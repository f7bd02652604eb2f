import { generateKeyPairSync } from "node:crypto";
import { decodeTextUrl, encodeTextUrl, signToken } from "@kiln/access";
import { createTokenKeys } from "@kiln/access/node";
import type { JsonObject } from "@kiln/api";
import { TEST_SERVER_KEY } from "@kiln/api/testing/certificates";
import { describe, expect, it } from "vitest";
import { type SecuredServer, startSecuredServer, TEST_ISSUER } from "../testing/start-secured-server.ts";

const ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
const account = (name: string): JsonObject => ({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name } });
const REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";

async function startWithAccount(): Promise<SecuredServer> {
  const server = await startSecuredServer();
  expect((await server.send("POST", ACCOUNTS, { body: account("robot") })).status).toBe(201);
  return server;
}

async function requestToken({ send }: SecuredServer, spec: JsonObject = {}): Promise<string> {
  const { status, json } = await send("POST", `${ACCOUNTS}/robot/token`, { body: { spec } });
  expect(status).toBe(201);
  const { status: issued } = json ?? {};
  const { token } = issued as JsonObject;
  return String(token);
}

async function review({ send }: SecuredServer, token: string, audiences?: string[]): Promise<JsonObject> {
  const spec = { token, ...(audiences === undefined ? {} : { audiences }) };
  const { json } = await send("POST", REVIEWS, {
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec },
  });
  return json?.status as JsonObject;
}

const statusOf = async (server: SecuredServer, token: string) => (await server.as(token, "GET /apis")).status;

function claimsOf(token: string): JsonObject {
  return JSON.parse(decodeTextUrl(token.split(".")[1] ?? "") ?? "") as JsonObject;
}

describe("tokens of service accounts", () => {
  it("say who they are for, in Kubernetes' claims", async () => {
    const server = await startWithAccount();
    const token = await requestToken(server);
    const now = server.clock.now().getTime() / 1000;
    const { metadata } = (await server.send("GET", `${ACCOUNTS}/robot`)).json ?? {};
    const { uid } = metadata as JsonObject;
    expect(claimsOf(token)).toEqual({
      aud: [TEST_ISSUER],
      exp: now + 3600,
      iat: now,
      iss: TEST_ISSUER,
      jti: expect.any(String),
      "kubernetes.io": { namespace: "default", serviceaccount: { name: "robot", uid } },
      nbf: now,
      sub: "system:serviceaccount:default:robot",
    });
    expect(await review(server, token)).toEqual({
      authenticated: true,
      user: {
        username: "system:serviceaccount:default:robot",
        uid,
        groups: ["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"],
        extra: { "authentication.kubernetes.io/credential-id": [`JTI=${claimsOf(token).jti}`] },
      },
      audiences: [TEST_ISSUER],
    });
    expect(await statusOf(server, token)).toBe(200);
  });

  it("end when their time is over, a minute of grace included", async () => {
    const server = await startWithAccount();
    const token = await requestToken(server, { expirationSeconds: 600 });
    server.clock.advance(659_000);
    expect(await statusOf(server, token)).toBe(200);
    server.clock.advance(2_000);
    expect(await statusOf(server, token)).toBe(401);
    expect(await review(server, token)).toEqual({
      user: {},
      error: "[invalid bearer token, service account token has expired]",
    });
  });

  it("count for their audience alone", async () => {
    const server = await startWithAccount();
    const token = await requestToken(server, { audiences: ["vault"] });
    expect(await statusOf(server, token)).toBe(401);
    expect(await review(server, token, ["vault", "other"])).toMatchObject({
      authenticated: true,
      audiences: ["vault"],
    });
    expect(await review(server, token)).toEqual({
      user: {},
      error: `[invalid bearer token, token audiences ["vault"] is invalid for the target audiences ["${TEST_ISSUER}"]]`,
    });
  });

  it("end with their account, and do not come back with a new one of the same name", async () => {
    const server = await startWithAccount();
    const token = await requestToken(server);
    await server.send("DELETE", `${ACCOUNTS}/robot`);
    expect(await statusOf(server, token)).toBe(401);
    await server.send("POST", ACCOUNTS, { body: account("robot") });
    expect(await statusOf(server, token)).toBe(401);
  });

  it("end with the object they are bound to", async () => {
    const server = await startWithAccount();
    const secrets = "/api/v1/namespaces/default/secrets";
    await server.send("POST", secrets, { body: { apiVersion: "v1", kind: "Secret", metadata: { name: "s" } } });
    const boundObjectRef = { apiVersion: "v1", kind: "Secret", name: "s" };
    const token = await requestToken(server, { boundObjectRef });
    expect(await statusOf(server, token)).toBe(200);
    await server.send("DELETE", `${secrets}/s`);
    expect(await review(server, token)).toEqual({
      user: {},
      error: "[invalid bearer token, service account token has been invalidated]",
    });
  });

  it.each([
    ["another key", (token: string) => signToken(createTokenKeys(otherKey()), claimsOf(token))],
    ["another key under the right name", (token: string) => forgeKeyId(token)],
    ["no signature", (token: string) => `${encodeTextUrl('{"alg":"none"}')}.${token.split(".")[1]}.`],
    ["the public key as a secret", (token: string) => replaceHeader(token, '{"alg":"HS256"}')],
    ["other claims", (token: string) => changeClaims(token, { sub: "system:serviceaccount:kube-system:admin" })],
    ["another issuer", (token: string) => changeClaims(token, { iss: "https://evil.example" })],
    ["a critical header", (token: string) => replaceHeader(token, '{"alg":"ES256","crit":["x"]}')],
    ["a part too many", (token: string) => `${token}.${token}`],
    ["half a token", (token: string) => token.slice(0, token.length / 2)],
    [
      "prototype tricks",
      (token: string) => `${encodeTextUrl('{"__proto__":{"alg":"ES256"}}')}.${token.split(".")[1]}.AA`,
    ],
  ])("do not count with %s", async (_what, forge) => {
    const server = await startWithAccount();
    const token = await requestToken(server);
    expect(await statusOf(server, forge(token))).toBe(401);
    expect((await review(server, forge(token))).authenticated).toBeUndefined();
  });

  it("of a retired key still count", async () => {
    const retired = createTokenKeys(otherKey());
    const server = await startSecuredServer([], {
      serviceAccountTokens: {
        keys: { ...createTokenKeys(TEST_SERVER_KEY), explain: retired.explain },
        issuers: ["https://new.example", TEST_ISSUER],
      },
    });
    await server.send("POST", ACCOUNTS, { body: account("robot") });
    const claims = claimsOf(await requestToken(server));
    expect(
      await statusOf(server, signToken(retired, { ...claims, iss: TEST_ISSUER, aud: ["https://new.example"] })),
    ).toBe(200);
  });
});

describe("requests for tokens", () => {
  it.each([
    [
      { expirationSeconds: 599 },
      422,
      "spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes",
    ],
    [{ expirationSeconds: 4294967297 }, 422, "may not specify a duration larger than 2^32 seconds"],
    [{ boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "none" } }, 404, 'pods "none" not found'],
    [{ boundObjectRef: { kind: "Node", apiVersion: "v1", name: "none" } }, 404, 'nodes "none" not found'],
    [
      { boundObjectRef: { kind: "Deployment", apiVersion: "apps/v1", name: "d" } },
      400,
      "cannot bind token to object of type apps/v1, Kind=Deployment",
    ],
    [{ boundObjectRef: { kind: "Secret", apiVersion: "v1", name: "../../kube-system/secrets/x" } }, 404, "not found"],
  ])("with %j: %d %s", async (spec, code, text) => {
    const server = await startWithAccount();
    const { status, json } = await server.send("POST", `${ACCOUNTS}/robot/token`, { body: { spec } });
    expect([status, json?.message]).toEqual([code, expect.stringContaining(text)]);
  });

  it("are only for those who may create tokens", async () => {
    const server = await startWithAccount();
    const token = await requestToken(server);
    expect((await server.as(token, `POST ${ACCOUNTS}/robot/token`, { spec: {} })).status).toBe(403);
  });
});

describe("the issuer", () => {
  it("publishes its keys, from which others check tokens", async () => {
    const server = await startWithAccount();
    const configuration = await server.send("GET", "/.well-known/openid-configuration", {
      headers: { host: "kiln:6443" },
    });
    expect(configuration.json).toEqual({
      issuer: TEST_ISSUER,
      jwks_uri: "https://kiln:6443/openid/v1/jwks",
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
    });
    const keys = await server.send("GET", "/openid/v1/jwks");
    expect(keys.headers["content-type"]).toBe("application/jwk-set+json");
    expect(keys.json).toEqual({ keys: createTokenKeys(TEST_SERVER_KEY).publicKeys });
    expect(keys.text).not.toContain('"d"');
    const { paths } = (await server.send("GET", "/")).json as { paths: string[] };
    expect(paths).toEqual(expect.arrayContaining(["/.well-known/openid-configuration", "/openid/v1/jwks"]));
    const token = await requestToken(server);
    expect((await server.as(token, "GET /openid/v1/jwks")).status).toBe(200);
  });
});

function otherKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

function forgeKeyId(token: string): string {
  const { keyId } = createTokenKeys(TEST_SERVER_KEY);
  return signToken({ ...createTokenKeys(otherKey()), keyId }, claimsOf(token));
}

function replaceHeader(token: string, header: string): string {
  return [encodeTextUrl(header), ...token.split(".").slice(1)].join(".");
}

function changeClaims(token: string, changes: JsonObject): string {
  const [header, , signature] = token.split(".");
  return [header, encodeTextUrl(JSON.stringify({ ...claimsOf(token), ...changes })), signature].join(".");
}
