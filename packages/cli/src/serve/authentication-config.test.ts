import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readAuthenticationConfig } from "./authentication-config.ts";
import { readAuthorizationConfig } from "./authorization-config.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true });
  }
});

function write(kind: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "kiln-config-"));
  folders.push(folder);
  const file = join(folder, "config.yaml");
  writeFileSync(file, `apiVersion: apiserver.config.k8s.io/v1\nkind: ${kind}\n${text}`);
  return file;
}

const jwt = (more: string) => `jwt:
- issuer: { url: https://issuer.example, audiences: [kiln] }
  claimMappings: { username: { claim: sub, prefix: "" }${more} }
`;

const named = (expression: string) => jwt("").replace('claim: sub, prefix: ""', `expression: ${expression}`);

const WITH_EXPRESSIONS = `jwt:
- issuer: { url: https://issuer.example, audiences: [kiln, other], audienceMatchPolicy: MatchAny }
  claimMappings:
    username: { expression: "'o:' + claims.sub" }
    groups: { expression: claims.groups }
    uid: { claim: oid }
    extra: [{ key: example.com/tenant, valueExpression: claims.tenant }]
  claimValidationRules:
  - { claim: hd, requiredValue: example.com }
  - { expression: claims.n > 3, message: n is too small }
  userValidationRules:
  - { expression: "!user.username.startsWith('system:')" }
`;

describe("readAuthenticationConfig()", () => {
  it("reads issuers and anonymous paths", async () => {
    const text = `${jwt(", groups: { claim: groups, prefix: 'o:' }")}anonymous: { enabled: true, conditions: [{ path: /livez }] }\n`;
    expect(await readAuthenticationConfig(write("AuthenticationConfiguration", text))).toEqual({
      issuers: [
        {
          url: "https://issuer.example",
          audiences: ["kiln"],
          discoveryUrl: "https://issuer.example/.well-known/openid-configuration",
          username: { claim: "sub", prefix: "" },
          groups: { claim: "groups", prefix: "o:" },
          required: [],
        },
      ],
      anonymous: ["/livez"],
    });
  });

  it("reads expressions with what they mean", async () => {
    const { issuers } = await readAuthenticationConfig(write("AuthenticationConfiguration", WITH_EXPRESSIONS));
    expect(issuers[0]).toMatchObject({
      username: { expression: "'o:' + claims.sub" },
      groups: { expression: "claims.groups" },
      uid: { claim: "oid" },
      extra: [{ key: "example.com/tenant", value: { expression: "claims.tenant" } }],
      required: [{ claim: "hd", value: "example.com" }],
      claimRules: [{ expression: "claims.n > 3", message: "n is too small" }],
      userRules: [{ expression: "!user.username.startsWith('system:')", message: "" }],
    });
  });

  it.each([
    [
      jwt("").replace("https:", "http:"),
      'jwt[0].issuer.url: Invalid value: "http://issuer.example": URL scheme must be https',
    ],
    [
      jwt("").replace("[kiln]", "[]"),
      "jwt[0].issuer.audiences: Required value: at least one jwt[0].issuer.audiences is required",
    ],
    [jwt("").replace("[kiln]", "[a, b]"), "jwt[0].issuer.audienceMatchPolicy: Invalid value"],
    [
      jwt("").replace("audiences", "certificateAuthority: none, audiences"),
      'certificateAuthority: Invalid value: "<omitted>"',
    ],
    [jwt("") + jwt("").replace("jwt:\n", ""), 'jwt[1].issuer.url: Duplicate value: "https://issuer.example"'],
    [
      jwt("").replace("issuer.example", "own.example"),
      "URL must not overlap with disallowed issuers: [https://own.example]",
    ],
    [
      jwt("").replace(', prefix: ""', ""),
      "jwt[0].claimMappings.username.prefix: Required value: prefix is required when claim is set",
    ],
    [jwt("").replace("claimMappings", "claimMapping"), "jwt[0].claimMapping: Forbidden: unknown field"],
    [
      jwt("").replace('{ claim: sub, prefix: "" }', "{}"),
      "jwt[0].claimMappings.username: Required value: claim or expression is required",
    ],
    [
      named("claims.sub +"),
      'jwt[0].claimMappings.username.expression: Invalid value: "claims.sub +": compilation failed: ERROR: <input>:1:13: Syntax error',
    ],
    [named("user.username"), "undeclared reference to 'user'"],
    [
      named("claims.sub, claim: sub"),
      'jwt[0].claimMappings.username: Invalid value: "": claim and expression can\'t both be set',
    ],
    [
      named("claims.sub, prefix: ''"),
      'username.prefix: Invalid value: "": may not be specified when expression is set',
    ],
    [named("claims.email"), "claims.email_verified must be used in claimMappings.username.expression or"],
    [
      jwt(", extra: [{ key: plain, valueExpression: claims.x }]"),
      'jwt[0].claimMappings.extra[0].key: Invalid value: "plain": must be a domain-prefixed path',
    ],
    [jwt(", extra: [{ key: a.k8s.io/b, valueExpression: claims.x }]"), "are reserved for Kubernetes use"],
    [jwt(", extra: [{ key: a.io/B, valueExpression: claims.x }]"), '"a.io/B": must be lowercase'],
    [jwt(", extra: [{ key: a.io/b }]"), "extra[0].valueExpression: Required value"],
    [
      `${jwt("")}  claimValidationRules: [{}]\n`,
      "jwt[0].claimValidationRules[0]: Required value: claim or expression is required",
    ],
    [
      `${jwt("")}  claimValidationRules: [{ claim: a, message: m }]\n`,
      '[0].message: Invalid value: "m": may not be specified when claim is set',
    ],
    [
      `${jwt("")}  claimValidationRules: [{ expression: claims.sub }]\n`,
      '[0].expression: Invalid value: "claims.sub": must evaluate to bool',
    ],
    [
      `${jwt("")}  claimValidationRules: [{ expression: "true" }, { expression: "true" }]\n`,
      "[1].expression: Duplicate value",
    ],
    [
      `${jwt("")}  claimValidationRules: [{ expression: true }]\n`,
      "[0].expression: Invalid value: true: must be a string",
    ],
    [
      `${jwt("")}  userValidationRules: [{ expression: "" }]\n`,
      "jwt[0].userValidationRules[0].expression: Required value",
    ],
    [`${jwt("")}  userValidationRules: [{ expression: "user.name == ''" }]\n`, "undefined field 'name'"],
    [`${jwt("")}  userValidationRule: []\n`, "jwt[0].userValidationRule: Forbidden: unknown field"],
    ["anonymous: {}\n", "anonymous.enabled: Required value: must be true or false"],
    [
      "anonymous: { enabled: false, conditions: [{ path: /a }] }\n",
      "enabled should be set to true when conditions are defined",
    ],
  ])("refuses %j", async (text, why) => {
    const file = write("AuthenticationConfiguration", text);
    await expect(readAuthenticationConfig(file, ["https://own.example"])).rejects.toThrow(why);
  });

  it("tells everything that is wrong at once, with the file's name", async () => {
    const file = write("AuthenticationConfiguration", jwt("").replace(', prefix: ""', "").replace("https:", "http:"));
    await expect(readAuthenticationConfig(file)).rejects.toThrow(
      `${file}: [jwt[0].issuer.url: Invalid value: "http://issuer.example": URL scheme must be https, jwt[0].claimMappings`,
    );
  });

  it("takes a name from an email address if a rule checks email_verified", async () => {
    const rule = "  claimValidationRules: [{ expression: 'claims.?email_verified.orValue(true)  == true' }]\n";
    const file = write("AuthenticationConfiguration", named("claims.email") + rule);
    expect((await readAuthenticationConfig(file)).issuers).toHaveLength(1);
  });
});

const webhook = `- type: Webhook
  name: w
  webhook:
    timeout: 3s
    authorizedTTL: 30s
    unauthorizedTTL: 10s
    subjectAccessReviewVersion: v1
    failurePolicy: Deny
    connectionInfo: { type: KubeConfigFile, kubeConfigFile: /etc/w.conf }
`;

const conditional = (expression: string) =>
  `${webhook}    matchConditionSubjectAccessReviewVersion: v1\n    matchConditions: [{ expression: "${expression}" }]\n`;

describe("readAuthorizationConfig()", () => {
  it("reads modes and webhooks in their order", async () => {
    const file = write("AuthorizationConfiguration", `authorizers:\n${webhook}- { type: RBAC, name: r }\n`);
    expect(await readAuthorizationConfig(file)).toEqual([
      {
        name: "w",
        kubeconfigFile: "/etc/w.conf",
        version: "v1",
        timeoutMs: 3000,
        allowedMs: 30_000,
        refusedMs: 10_000,
        failurePolicy: "Deny",
      },
      "RBAC",
    ]);
  });

  it("reads conditions about the request", async () => {
    const file = write("AuthorizationConfiguration", `authorizers:\n${conditional("request.user == 'jane'")}`);
    expect(await readAuthorizationConfig(file)).toMatchObject([
      { conditions: [{ expression: "request.user == 'jane'", program: { type: { name: "bool" } } }] },
    ]);
  });

  it("takes no time at all for the usual time", async () => {
    const text = `authorizers:\n${webhook.replace("30s", "0s").replace("10s", "0s")}`;
    const file = write("AuthorizationConfiguration", text);
    expect(await readAuthorizationConfig(file)).toMatchObject([{ allowedMs: 300_000, refusedMs: 30_000 }]);
  });

  it("remembers nothing where the file says so", async () => {
    const text = `authorizers:\n${webhook}    cacheAuthorizedRequests: false\n    cacheUnauthorizedRequests: false\n`;
    const file = write("AuthorizationConfiguration", text);
    expect(await readAuthorizationConfig(file)).toMatchObject([{ allowedMs: 0, refusedMs: 0 }]);
  });

  it.each([
    ["authorizers: []\n", "authorizers: Required value: at least one authorization mode must be defined"],
    [
      `authorizers:\n${webhook.replace("3s", "31s")}`,
      'authorizers[0].timeout: Invalid value: "31s": must be > 0s and <= 30s',
    ],
    [
      "authorizers:\n- { type: RBAC, name: a }\n- { type: RBAC, name: b }\n",
      'authorizers[1].type: Duplicate value: "RBAC"',
    ],
    [
      "authorizers:\n- { type: RBAC, name: a }\n- { type: Node, name: a }\n",
      'authorizers[1].name: Duplicate value: "a"',
    ],
    ["authorizers:\n- { type: Magic, name: a }\n", 'authorizers[0].type: Unsupported value: "Magic"'],
    [
      "authorizers:\n- { type: Webhook, name: a }\n",
      "authorizers[0].webhook: Required value: required when type=Webhook",
    ],
    [
      `authorizers:\n${webhook}    matchCondition: []\n`,
      "authorizers[0].webhook.matchCondition: Forbidden: unknown field",
    ],
    [
      `authorizers:\n${webhook}    matchConditions: [{ expression: "true" }]\n`,
      "authorizers[0].matchConditionSubjectAccessReviewVersion: Required value: required if match conditions are specified",
    ],
    [`authorizers:\n${conditional("request.user")}`, "must evaluate to bool but got string"],
    [`authorizers:\n${conditional("request.name == ''")}`, "undefined field 'name'"],
    [`authorizers:\n${conditional(" ")}`, "authorizers[0].matchConditions[0].expression: Required value"],
  ])("refuses %j", async (text, why) => {
    await expect(readAuthorizationConfig(write("AuthorizationConfiguration", text))).rejects.toThrow(why);
  });
});
