import { generateKeyPairSync } from "node:crypto";
import type { JsonObject } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { TEST_SERVER_KEY } from "@kiln/api/testing/certificates";
import { describe, expect, it } from "vitest";
import { signToken } from "./jwt.ts";
import { openKeySet } from "./node-json-web-keys.ts";
import { createTokenKeys } from "./node-token-keys.ts";
import { createOidcAuthenticator, type OidcIssuer } from "./oidc-authenticator.ts";

const URL = "https://issuer.example";
const keys = createTokenKeys(TEST_SERVER_KEY);
const keySet: JsonObject = { keys: [null, { kty: "nonsense" }, ...keys.publicKeys] };
const explain = await openKeySet(keySet);
const NOW = 1_800_000_000;

function open(more: Partial<OidcIssuer> = {}) {
  const clock = createManualClock(new Date(NOW * 1000));
  let asked = 0;
  const authenticate = createOidcAuthenticator({
    url: URL,
    audiences: ["kiln"],
    username: { claim: "sub", prefix: "oidc:" },
    groups: { claim: "groups", prefix: "g:" },
    required: [{ claim: "hd", value: "example.com" }],
    explain: (token) => {
      asked++;
      return explain(token);
    },
    clock,
    ...more,
  });
  return { clock, authenticate: (token: string) => authenticate(token, []), asked: () => asked };
}

const good: JsonObject = { iss: URL, aud: "kiln", exp: NOW + 600, sub: "jane", hd: "example.com", groups: ["a", "b"] };

describe("createOidcAuthenticator()", () => {
  it("knows the user by the claims, and asks the issuer's keys once", async () => {
    const { authenticate, asked } = open();
    const token = signToken(keys, good);
    const first = await authenticate(token);
    expect(first?.user).toEqual({ name: "oidc:jane", groups: ["g:a", "g:b", "system:authenticated"] });
    expect((await authenticate(token))?.user).toBe(first?.user);
    expect(asked()).toBe(1);
  });

  it("leaves tokens of others alone", async () => {
    const { authenticate, asked } = open();
    expect(await authenticate(signToken(keys, { ...good, iss: `${URL}/` }))).toBeUndefined();
    expect(await authenticate("opaque")).toBeUndefined();
    expect(asked()).toBe(0);
  });

  it("looks at the time even of a token it knows, without any leeway", async () => {
    const { authenticate, clock } = open();
    const token = signToken(keys, good);
    await authenticate(token);
    clock.advance(600_000);
    expect((await authenticate(token))?.user.name).toBe("oidc:jane");
    clock.advance(1);
    await expect(async () => authenticate(token)).rejects.toThrow("oidc: verify token: oidc: token is expired");
  });

  it("gives a token five minutes before it counts, as Kubernetes does", async () => {
    const { authenticate } = open();
    expect((await authenticate(signToken(keys, { ...good, nbf: NOW + 300 })))?.user.name).toBe("oidc:jane");
    await expect(async () => authenticate(signToken(keys, { ...good, nbf: NOW + 301 }))).rejects.toThrow("nbf");
  });

  it("asks the keys again every ten seconds, once for all who wait, and knows the same user", async () => {
    const { authenticate, clock, asked } = open();
    const token = signToken(keys, good);
    const first = await authenticate(token);
    clock.advance(9_999);
    expect((await authenticate(token))?.user).toBe(first?.user);
    expect(asked()).toBe(1);
    clock.advance(1);
    const again = await Promise.all([authenticate(token), authenticate(token), authenticate(token)]);
    expect(again.map((found) => found?.user === first?.user)).toEqual([true, true, true]);
    expect(asked()).toBe(2);
  });

  it("no longer knows a token whose key was withdrawn", async () => {
    let fault: string | undefined;
    const { authenticate, clock } = open({ explain: async () => fault });
    const token = signToken(keys, good);
    await authenticate(token);
    fault = "withdrawn";
    expect((await authenticate(token))?.user.name).toBe("oidc:jane");
    clock.advance(10_000);
    await expect(async () => authenticate(token)).rejects.toThrow("withdrawn");
    await expect(async () => authenticate(token)).rejects.toThrow("withdrawn");
  });

  it.each([
    ["no end", { exp: null }, "token is without an end"],
    ["another audience", { aud: ["other"] }, 'expected audience in ["kiln"] got ["other"]'],
    ["a claim of another value", { hd: "evil.example" }, "required claim hd value does not match"],
    ["no name", { sub: "" }, 'parse username claims "sub"'],
    ["groups that are none", { groups: { a: 1 } }, 'parse groups claim "groups"'],
  ])("refuses a token with %s", async (_what, claims, why) => {
    const { authenticate } = open();
    await expect(async () => authenticate(signToken(keys, { ...good, ...claims }))).rejects.toThrow(why);
  });

  it("rejects a token of another key, and an unverified email address", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const stranger = createTokenKeys(privateKey.export({ type: "pkcs8", format: "pem" }).toString());
    await expect(async () => open().authenticate(signToken(stranger, good))).rejects.toThrow("failed to verify");
    const byEmail = open({ username: { claim: "email", prefix: "" } });
    const unseen = { ...good, email: "jane@example.com", email_verified: false };
    await expect(async () => byEmail.authenticate(signToken(keys, unseen))).rejects.toThrow("email not verified");
  });

  it("rejects all tokens while the issuer cannot be reached", async () => {
    const { authenticate } = open({ explain: () => Promise.reject(new Error("no route")) });
    await expect(async () => authenticate(signToken(keys, good))).rejects.toThrow("cannot be had: no route");
  });
});
