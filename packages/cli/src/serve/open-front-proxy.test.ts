import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openFrontProxy } from "./open-front-proxy.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kiln-front-proxy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const NOW = new Date("2026-01-01T00:00:00Z");

describe("openFrontProxy()", () => {
  it("makes a client certificate of an authority of its own, once", () => {
    const folder = makeFolder();
    const made = openFrontProxy(folder, NOW);
    const certificate = new X509Certificate(made.cert);
    expect(certificate.subject).toBe("CN=front-proxy-client");
    expect(certificate.verify(new X509Certificate(made.ca).publicKey)).toBe(true);
    expect(statSync(join(folder, "front-proxy-client.key")).mode & 0o777).toBe(0o600);
    expect(openFrontProxy(folder, NOW)).toEqual(made);
  });

  it("makes another before the first ends, and in place of damaged files", () => {
    const folder = makeFolder();
    const first = openFrontProxy(folder, NOW);
    const later = openFrontProxy(folder, new Date("2026-12-15T00:00:00Z"));
    expect(later.cert).not.toBe(first.cert);
    writeFileSync(join(folder, "front-proxy-ca.crt"), "damaged");
    expect(openFrontProxy(folder, NOW).ca).not.toBe("damaged");
  });
});
