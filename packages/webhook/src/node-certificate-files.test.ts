import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createManualClock } from "@kiln/api/testing";
import { TEST_CLIENT_CERT, TEST_CLIENT_KEY } from "@kiln/api/testing/certificates";
import { describe, expect, it } from "vitest";
import { send, startWebhook } from "./testing/start-webhook.ts";

function replaceByRename(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

function replaceByDeletion(file: string, text: string): void {
  unlinkSync(file);
  writeFileSync(file, text);
}

function replaceByLinks(file: string, text: string): void {
  const folder = `${file}-data`;
  mkdirSync(folder);
  writeFileSync(join(folder, "content"), text);
  symlinkSync(join(folder, "content"), `${file}.link`);
  renameSync(`${file}.link`, file);
}

describe("the certificate of a webhook", () => {
  it("is replaced without a restart", async () => {
    const clock = createManualClock(new Date(0));
    const { server, tls } = await startWebhook({ clock });
    expect((await send(server.port, "/healthz")).issuedTo).toBe("test-server");
    writeFileSync(tls.certFile, TEST_CLIENT_CERT);
    writeFileSync(tls.keyFile, TEST_CLIENT_KEY);
    clock.advance(10_000);
    const { issuedTo } = await send(server.port, "/healthz", { rejectUnauthorized: false });
    expect(issuedTo).toBe("test-admin");
  });

  it.each([
    ["another file is put in its place", replaceByRename],
    ["its file is deleted and made again", replaceByDeletion],
    ["links are swapped, as Kubernetes does it with Secrets", replaceByLinks],
  ])("is replaced when %s", async (_, replace) => {
    const clock = createManualClock(new Date(0));
    const { server, tls } = await startWebhook({ clock });
    replace(tls.certFile, TEST_CLIENT_CERT);
    replace(tls.keyFile, TEST_CLIENT_KEY);
    clock.advance(10_000);
    expect((await send(server.port, "/healthz", { rejectUnauthorized: false })).issuedTo).toBe("test-admin");
  });

  it("stays while the new one is no good", async () => {
    const clock = createManualClock(new Date(0));
    const faults: unknown[] = [];
    const { server, tls } = await startWebhook({ clock, onFault: (error) => faults.push(error) });
    writeFileSync(tls.certFile, "not a certificate");
    clock.advance(10_000);
    expect((await send(server.port, "/healthz")).issuedTo).toBe("test-server");
    expect(faults).toHaveLength(1);
  });

  it.each([
    ["of the same kind", generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey],
    ["of another kind", generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey],
  ])("stays while there is a key %s that is not its own", async (_, key) => {
    const clock = createManualClock(new Date(0));
    const faults: unknown[] = [];
    const { server, tls } = await startWebhook({ clock, onFault: (_error, what) => faults.push(what) });
    writeFileSync(tls.keyFile, key.export({ type: "pkcs8", format: "pem" }));
    clock.advance(10_000);
    expect((await send(server.port, "/healthz")).issuedTo).toBe("test-server");
    expect(faults).toEqual(["the certificate files cannot be used; those read before stay in use"]);
    const { text } = await send(server.port, "/metrics");
    expect(text).toContain('webhook_certificate_reloads_total{result="failure"} 1');
    writeFileSync(tls.keyFile, TEST_CLIENT_KEY);
    writeFileSync(tls.certFile, TEST_CLIENT_CERT);
    clock.advance(10_000);
    expect((await send(server.port, "/healthz", { rejectUnauthorized: false })).issuedTo).toBe("test-admin");
  });

  it("makes the webhook unready once it has expired", async () => {
    const { server } = await startWebhook({ clock: createManualClock(new Date("2500-01-01")) });
    const { status, text } = await send(server.port, "/readyz");
    expect({ status, text }).toEqual({ status: 503, text: "not ready: the certificate has expired" });
  });
});
