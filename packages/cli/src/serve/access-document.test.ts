import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readAuthenticationConfig } from "./authentication-config.ts";
import { readAuthorizationConfig } from "./authorization-config.ts";
import { readEncryptionConfig } from "./encryption-config.ts";
import { openAudit } from "./open-audit.ts";

const page = readFileSync(new URL("../../../../docs/access.md", import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "kiln-access-"));
afterAll(() => rmSync(folder, { recursive: true }));

function example(kind: string): string {
  const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = ""]) => text);
  const file = join(folder, `${kind}.yaml`);
  writeFileSync(file, blocks.find((text) => text.includes(`kind: ${kind}\n`)) ?? "");
  return file;
}

describe("docs/access.md", () => {
  it("shows an authentication configuration that counts", async () => {
    const { issuers, anonymous } = await readAuthenticationConfig(example("AuthenticationConfiguration"));
    expect(issuers).toMatchObject([{ claimRules: [{}], userRules: [{}], extra: [{}, {}] }]);
    expect(anonymous).toEqual(["/healthz"]);
  });

  it("shows what is said about a mistake", async () => {
    const file = example("AuthenticationConfiguration");
    const right = readFileSync(file, "utf8");
    writeFileSync(file, right.replace(/- claim: hd\n.*\n/, "- expression: claims.sub\n"));
    const said = /authentication\.yaml: (.*)/.exec(page)?.[1] ?? "no sentence";
    await expect(readAuthenticationConfig(file)).rejects.toThrow(`${file}: ${said}`);
  });

  it("shows an authorization configuration that counts", async () => {
    const [rbac, webhook] = await readAuthorizationConfig(example("AuthorizationConfiguration"));
    expect(rbac).toBe("RBAC");
    expect(webhook).toMatchObject({ name: "policy", conditions: [{}, {}, {}] });
  });

  it("shows an audit policy that counts", async () => {
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const audit = await openAudit({ policyFile: example("Policy"), logPath: join(folder, "audit.log") }, log);
    expect(audit.policy).toBeTypeOf("function");
  });

  it("shows an encryption configuration that counts", async () => {
    const findCipher = await readEncryptionConfig(example("EncryptionConfiguration"));
    const sealed = findCipher("core", "secrets")?.seal("/key", new Uint8Array()) ?? new Uint8Array();
    expect(Buffer.from(sealed).toString("latin1")).toMatch(/^k8s:enc:aesgcm:v1:second:/);
    expect(findCipher("core", "configmaps")).toBeUndefined();
  });
});
