import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadAccess } from "./node-kubeconfig.ts";

const folder = mkdtempSync(join(tmpdir(), "kubeconfig-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const FULL = `
current-context: c
contexts:
- {name: c, context: {cluster: k, user: u, namespace: space}}
- {name: d, context: {cluster: k, user: plugin}}
clusters:
- {name: k, cluster: {server: "https://example.org:6443", certificate-authority: ca.pem, tls-server-name: other}}
users:
- {name: u, user: {client-certificate-data: Y2VydA==, client-key-data: a2V5, tokenFile: token}}
- name: plugin
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1
      command: ${process.execPath}
      args: [-e, 'console.log(JSON.stringify({status: {token: JSON.parse(process.env.KUBERNETES_EXEC_INFO).kind + process.env.X}}))']
      env: [{name: X, value: "1"}]
`;

describe("A kubeconfig", () => {
  write("ca.pem", "authority");
  write("token", "secret\n");
  const file = write("full", FULL);

  it("says where the server is and who calls, with files relative to itself", async () => {
    const { credentials, ...access } = loadAccess({ file });
    const expected = { url: "https://example.org:6443", ca: "authority", serverName: "other", namespace: "space" };
    expect(access).toEqual({ ...expected, isInsecure: false, context: expect.any(String) });
    expect([credentials.cert, credentials.key, await credentials.token?.()]).toEqual(["cert", "key", "secret"]);
  });

  it("may name a program that prints the token", async () => {
    const { credentials, namespace } = loadAccess({ file, context: "d" });
    expect([await credentials.token?.(), namespace]).toEqual(["ExecCredential1", "default"]);
  });

  it("may be spread over files, of which the first that says something is believed", () => {
    const first = write("first", "current-context: d\n");
    expect(loadAccess({ env: { KUBECONFIG: [first, file].join(delimiter) } }).namespace).toBe("default");
  });

  it.each([
    [write("empty", "{}"), undefined, "the kubeconfig has no current-context; name one with --context"],
    [file, "e", 'the kubeconfig has no context named "e"'],
    [write("list", "[]"), undefined, `${join(folder, "list")} is no kubeconfig`],
    [join(folder, "none"), undefined, `there is no kubeconfig at ${join(folder, "none")}`],
  ])("%s with context %s is refused with a sentence", (path, context, why) => {
    expect(() => loadAccess({ file: path, context })).toThrow(why);
  });
});
