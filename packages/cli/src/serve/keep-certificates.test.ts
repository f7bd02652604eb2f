import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createManualClock } from "@kiln/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { certificateCheckMs, clockCheckMs, keepCertificates, openTls, type TrustedTls } from "./keep-certificates.ts";
import { makeCertificates } from "./make-certificates.ts";

const DAY_MS = 24 * 3600 * 1000;
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kiln-tls-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function start(more: object = {}) {
  const clock = createManualClock(new Date("2026-03-04T05:06:07Z"));
  const lines: string[] = [];
  const note = (_: object, message: string) => lines.push(message);
  const log = { info: note, warn: note, error: note } as never;
  const options = { dataDir: folder, host: "127.0.0.1", ...more };
  let jumpMs = 0;
  const jumping = { ...clock, now: () => new Date(clock.now().getTime() + jumpMs) };
  const first = openTls(options, { clock: jumping, log });
  const renewed: TrustedTls[] = [];
  const stop = keepCertificates(options, first, { clock: jumping, log, onRenewed: (each) => renewed.push(each) });
  const setClock = (ms: number) => {
    jumpMs = ms;
  };
  return { clock, lines, first, renewed, stop, setClock };
}

describe("keepCertificates()", () => {
  it("renews certificates of a running server before they end, again and again", () => {
    const { clock, renewed, stop, first } = start();
    clock.advance(330 * DAY_MS);
    expect(renewed).toEqual([]);
    for (let year = 0; year < 2; year++) {
      clock.advance(340 * DAY_MS);
      const { tls, certificates } = renewed.at(-1) as TrustedTls;
      for (const cert of [tls.cert, certificates.admin.cert]) {
        expect(new Date(new X509Certificate(cert).validTo).getTime()).toBeGreaterThan(clock.now().getTime());
      }
      expect(certificates.ca.cert).toBe(first.certificates.ca.cert);
    }
    stop();
    expect(clock.pendingTimers()).toBe(0);
  });

  it("takes over a certificate that was replaced in its file, and warns once about one that ends", () => {
    const made = makeCertificates(["127.0.0.1"], new Date("2026-03-01T00:00:00Z"));
    const tls = { certFile: join(folder, "tls.crt"), keyFile: join(folder, "tls.key") };
    const write = ({ server }: typeof made) => {
      writeFileSync(tls.certFile, server.cert);
      writeFileSync(tls.keyFile, server.key);
    };
    write(made);
    const { clock, lines, renewed, stop } = start({ tls });
    clock.advance(340 * DAY_MS);
    expect(lines.filter((line) => line.includes("--tls-cert-file"))).toHaveLength(1);
    const next = makeCertificates(["127.0.0.1"], clock.now());
    write(next);
    clock.advance(certificateCheckMs);
    expect(renewed.at(-1)?.tls.cert).toBe(next.server.cert);
    expect(renewed.at(-1)?.trusted).toBe(next.server.cert);
    stop();
  });

  it.each([400 * DAY_MS, -400 * DAY_MS])("notices a clock that is set by %d ms while it runs", (jumpMs) => {
    const { clock, renewed, stop, setClock } = start();
    setClock(jumpMs);
    clock.advance(clockCheckMs);
    const { validFrom, validTo } = new X509Certificate((renewed.at(-1) as TrustedTls).tls.cert);
    const nowMs = clock.now().getTime() + jumpMs;
    expect(new Date(validFrom).getTime()).toBeLessThan(nowMs);
    expect(new Date(validTo).getTime()).toBeGreaterThan(nowMs);
    expect(renewed).toHaveLength(1);
    stop();
  });

  it("goes on with the certificates it has if a file is no good, and says so", () => {
    const { clock, lines, renewed, stop } = start();
    writeFileSync(join(folder, "pki", "server.crt"), "broken");
    clock.advance(3 * certificateCheckMs);
    expect(renewed).toEqual([]);
    expect(lines).toEqual([expect.stringMatching(/^certificate check failed: .*server.crt holds no certificate/)]);
    stop();
  });
});
