import type { JsonObject } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { TEST_SERVER_KEY } from "@kiln/api/testing/certificates";
import { describe, expect, it } from "vitest";
import { signToken } from "./jwt.ts";
import { openKeySet } from "./node-json-web-keys.ts";
import { createTokenKeys } from "./node-token-keys.ts";
import { createOidcAuthenticator, type OidcIssuer } from "./oidc-authenticator.ts";
import { createTokenExpressions, type TokenExpression, type TokenExpressions } from "./token-expressions.ts";

const URL = "https://issuer.example";
const keys = createTokenKeys(TEST_SERVER_KEY);
const NOW = 1_800_000_000;
const expressions = createTokenExpressions();

function compiled(kind: keyof TokenExpressions, expression: string): TokenExpression {
  const { program, fault } = expressions[kind](expression);
  if (program === undefined) {
    throw new Error(fault.detail);
  }
  return { expression, program };
}
const mapping = (expression: string) => compiled("compileMapping", expression);
const claimRule = (expression: string, message = "") => ({ ...compiled("compileClaimRule", expression), message });
const userRule = (expression: string, message = "") => ({ ...compiled("compileUserRule", expression), message });

async function authenticate(issuer: Partial<OidcIssuer>, claims: JsonObject) {
  const authenticator = createOidcAuthenticator({
    url: URL,
    audiences: ["kiln"],
    username: mapping("claims.sub"),
    required: [],
    explain: await openKeySet({ keys: [...keys.publicKeys] }),
    clock: createManualClock(new Date(NOW * 1000)),
    ...issuer,
  });
  const token = signToken(keys, { iss: URL, aud: "kiln", exp: NOW + 600, sub: "jane", ...claims });
  return (await authenticator(token, []))?.user;
}

describe("expressions of an authentication configuration", () => {
  it("make the user of the claims", async () => {
    const issuer: Partial<OidcIssuer> = {
      username: mapping("'oidc:' + claims.sub.lowerAscii()"),
      groups: mapping("claims.roles.split(',').map(role, 'role:' + role)"),
      uid: mapping("claims.ids[0].uid"),
      extra: [
        { key: "example.com/tenant", value: mapping("claims.tenant") },
        { key: "example.com/none", value: mapping("claims.?nothing.orValue('')") },
      ],
    };
    const claims = { sub: "JANE", roles: "a,b", ids: [{ uid: "u-1" }], tenant: ["t1", "", "t2"], jti: "7" };
    expect(await authenticate(issuer, claims)).toEqual({
      name: "oidc:jane",
      groups: ["role:a", "role:b", "system:authenticated"],
      uid: "u-1",
      extra: { "authentication.kubernetes.io/credential-id": ["JTI=7"], "example.com/tenant": ["t1", "t2"] },
    });
  });

  it.each([
    ["one group without its list", "claims.role", { role: "a" }, ["a"]],
    ["null", "claims.role", { role: null }, []],
    ["an empty text", "claims.role", { role: "" }, []],
    ["a list in a claim", "claims.roles", { roles: ["a", "b"] }, ["a", "b"]],
    ["a claim with a dot and a slash", "claims.example__dot__com__slash__role", { "example.com/role": "a" }, ["a"]],
    ["such a claim further down", "claims.a[0].b__dash__c", { a: [{ "b-c": "a" }] }, ["a"]],
    ["numbers, which are doubles", "type(claims.n) == double ? 'yes' : 'no'", { n: 3 }, ["yes"]],
  ])("take groups from %s", async (_what, expression, claims, groups) => {
    const user = await authenticate({ groups: mapping(expression) }, claims as JsonObject);
    expect(user?.groups).toEqual([...groups, "system:authenticated"]);
  });

  it.each<[string, Partial<OidcIssuer>, string]>([
    [
      "a name that is a number",
      { username: mapping("claims.n") },
      "oidc: error evaluating username claim expression: username claim expression must return a string",
    ],
    ["an empty name", { username: mapping("claims.empty") }, "oidc: empty username via CEL expression is not allowed"],
    [
      "a name from a claim that is not there",
      { username: mapping("claims.absent") },
      "oidc: error evaluating username claim expression: expression 'claims.absent' resulted in error: no such key: absent",
    ],
    [
      "groups that are numbers",
      { groups: mapping("[claims.n]") },
      "oidc: error evaluating group claim expression: expression must return a string or a list of strings",
    ],
    [
      "a uid that is a list",
      { uid: mapping("[claims.sub]") },
      "oidc: error evaluating uid claim expression: uid claim expression must return a string",
    ],
    [
      "extra that is a map",
      { extra: [{ key: "a.io/b", value: mapping("{'a': claims.sub}") }] },
      "oidc: error evaluating extra claim expression: {'a': claims.sub}: expression must return a string or a list of strings",
    ],
    [
      "claims against a rule",
      { claimRules: [claimRule("claims.n == 3"), claimRule("claims.n > 3", "n is too small")] },
      "oidc: error evaluating claim validation expression: validation expression 'claims.n > 3' failed: n is too small",
    ],
    [
      "a rule that cannot be evaluated",
      { claimRules: [claimRule("claims.sub == 'other'"), claimRule("claims.nothing > 3")] },
      "oidc: error evaluating claim validation expression: expression 'claims.nothing > 3' resulted in error: no such key: nothing",
    ],
    [
      "a user against a rule",
      { userRules: [userRule("!user.username.startsWith('j')", "no j")] },
      "oidc: error evaluating user info validation rule: validation expression '!user.username.startsWith('j')' failed: no j",
    ],
    [
      "a rule that costs too much",
      { claimRules: [claimRule("claims.many.all(a, claims.many.all(b, claims.many.all(c, a + b + c >= 0.0)))")] },
      "cost limit exceeded",
    ],
  ])("refuse %s", async (_what, issuer, why) => {
    const claims = { n: 3, empty: "", many: Array.from({ length: 200 }, (_, i) => i) };
    await expect(authenticate(issuer, claims)).rejects.toThrow(why);
  });

  it("see the user before he counts as authenticated", async () => {
    const issuer: Partial<OidcIssuer> = {
      groups: mapping("claims.groups"),
      extra: [{ key: "example.com/tenant", value: mapping("claims.tenant") }],
      userRules: [
        userRule("user.groups == ['a'] && user.uid == ''"),
        userRule("user.extra['example.com/tenant'] == ['t']"),
        userRule("user.extra.example__dot__com__slash__tenant.exists(t, t == 't')"),
      ],
    };
    const user = await authenticate(issuer, { groups: ["a"], tenant: "t" });
    expect(user?.groups).toEqual(["a", "system:authenticated"]);
  });
});
