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

describe("readAuthenticationConfig()", () => {
  it("reads issuers and what is there for everybody", async () => {
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

  it.each([
    [jwt(", extra: [{ key: a/b, valueExpression: claims.x }]"), "expressions are not supported by this server"],
    [jwt("").replace("https:", "http:"), "must be a URL with https"],
    [jwt("").replace(', prefix: ""', ""), "claimMappings.username.prefix: required"],
    ["anonymous: {}\n", "anonymous.enabled: must be true or false"],
  ])("refuses %j", async (text, why) => {
    await expect(readAuthenticationConfig(write("AuthenticationConfiguration", text))).rejects.toThrow(why);
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

  it.each([
    ["authorizers: []\n", "at least one authorization mode must be defined"],
    [`authorizers:\n${webhook.replace("3s", "31s")}`, "must be > 0s and <= 30s"],
    ["authorizers:\n- { type: RBAC, name: a }\n- { type: RBAC, name: b }\n", "may be there once"],
    ["authorizers:\n- { type: Magic, name: a }\n", "must be one of"],
    [`authorizers:\n${webhook}    matchConditions: [{ expression: "true" }]\n`, "not supported by this server"],
  ])("refuses %j", async (text, why) => {
    await expect(readAuthorizationConfig(write("AuthorizationConfiguration", text))).rejects.toThrow(why);
  });
});
