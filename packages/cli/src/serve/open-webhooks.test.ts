import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openWebhooks } from "./open-webhooks.ts";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true });
  }
});

function write(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "webhooks-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  return join(folder, "admission.yaml");
}

const KUBECONFIG = `
users:
- {name: "hook.ns.svc", user: {token: "t1"}}
- {name: "*.example.com", user: {username: "u", password: "p"}}
- {name: "other", user: {client-certificate: "cert.pem", client-key-data: "a2V5"}}
contexts:
- {name: "c", context: {user: "other"}}
current-context: c
`;

const ADMISSION = `
kind: AdmissionConfiguration
plugins:
- name: ValidatingAdmissionWebhook
  configuration: {kind: WebhookAdmissionConfiguration, kubeConfigFile: kubeconfig.yaml}
`;

describe("openWebhooks()", () => {
  it("shows each webhook the credentials that are named after it", async () => {
    const configFile = write({ "admission.yaml": ADMISSION, "kubeconfig.yaml": KUBECONFIG, "cert.pem": "cert" });
    const { findCredentials, transport } = await openWebhooks({ services: new Map(), configFile });
    transport.close();
    expect(findCredentials?.("hook.ns.svc:443")).toEqual({ token: "t1" });
    expect(findCredentials?.("a.example.com:443")).toEqual({ username: "u", password: "p" });
    expect(findCredentials?.("hook.ns.svc:8443")).toEqual({ cert: "cert", key: "key" });
  });

  it("shows nothing unless told to", async () => {
    const { findCredentials, transport } = await openWebhooks({ services: new Map() });
    transport.close();
    expect(findCredentials).toBeUndefined();
  });
});
