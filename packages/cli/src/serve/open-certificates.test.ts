import { X509Certificate } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCertificates } from "./open-certificates.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kiln-certificates-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("openCertificates()", () => {
  it.each([
    ["127.0.0.1", "guard.kiln-system.svc"],
    ["guard.kiln-system.svc", "192.0.2.7"],
    ["192.0.2.7", "2001:db8::7"],
  ])("makes them anew for a host that they do not name: %s, then %s", (first, second) => {
    const before = openCertificates(folder, first);
    const after = openCertificates(folder, second);
    const server = new X509Certificate(after.server.cert);
    expect(server.subjectAltName).toMatch(second.includes(":") ? /2001:DB8:0:0:0:0:0:7/ : second);
    expect(after.server.cert).not.toBe(before.server.cert);
    expect(openCertificates(folder, second)).toEqual(after);
  });

  it("keeps them for a host that they do name", () => {
    expect(openCertificates(folder, "127.0.0.1")).toEqual(openCertificates(folder, "localhost"));
  });

  it.each([
    ["ca.crt", "certificate"],
    ["admin.key", "key"],
  ])("names a %s that cannot be read, says what to do, and leaves the others alone", (name, what) => {
    const { server } = openCertificates(folder, "127.0.0.1");
    const file = join(folder, name);
    writeFileSync(file, "broken");
    expect(() => openCertificates(folder, "127.0.0.1")).toThrow(
      `${file} holds no ${what} that can be read; restore it, or remove the directory ${folder} to have new certificates made`,
    );
    expect(readFileSync(join(folder, "server.crt"), "utf8")).toBe(server.cert);
  });

  it("refuses a key that belongs to another authority", () => {
    const { admin } = openCertificates(folder, "127.0.0.1");
    writeFileSync(join(folder, "ca.key"), admin.key);
    expect(() => openCertificates(folder, "127.0.0.1")).toThrow("ca.key is not the key of");
  });
});

const START = new Date("2026-03-04T05:06:07Z");
const DAY_MS = 24 * 3600 * 1000;
const after = (days: number) => new Date(START.getTime() + days * DAY_MS);

function open(now: Date) {
  const lines: string[] = [];
  const note = (_: object, message: string) => lines.push(message);
  const certificates = openCertificates(folder, "127.0.0.1", { now, log: { info: note, warn: note } as never });
  const parsed = [certificates.ca, certificates.server, certificates.admin].map(
    ({ cert }) => new X509Certificate(cert),
  );
  const isValid = parsed.every(({ validFrom, validTo }) => new Date(validFrom) <= now && now < new Date(validTo));
  const [authority, ...leaves] = parsed;
  const isTrusted = leaves.every((leaf) => leaf.verify(authority!.publicKey) && leaf.checkIssued(authority!));
  return { certificates, lines, isGood: isValid && isTrusted, keyOf: authority!.publicKey.export({ format: "jwk" }) };
}

describe("openCertificates(), as time goes by", () => {
  it("says nothing on a first start, and nothing on the next", () => {
    const { lines, certificates } = open(START);
    expect(open(after(300))).toMatchObject({ certificates, lines: [] });
    expect(lines).toEqual([]);
  });

  it.each([
    ["a clock that was 400 days ahead", 400],
    ["a clock that was 20 years ahead", 7300],
    ["a clock that was 40 years behind", -14_600],
  ])("is good again after %s, with the same authority, and says so", (_, days) => {
    const before = open(after(days));
    expect(before.isGood).toBe(true);
    const { lines, isGood, keyOf } = open(START);
    expect(isGood).toBe(true);
    expect(keyOf).toEqual(before.keyOf);
    expect(lines.join("\n")).toMatch(/certificate renewed: .*server.crt (is not valid before|expired at)/);
    expect(lines.join("\n")).toMatch(/certificate renewed: .*admin.crt .*; copies of the old kubeconfig end with it/);
    expect(open(START).lines).toEqual([]);
  });

  it("renews server and administrator before they end, and the authority only near its own end", () => {
    const { certificates } = open(START);
    expect(open(after(334)).certificates).toEqual(certificates);
    const renewed = open(after(336));
    expect(renewed.certificates.ca).toEqual(certificates.ca);
    expect(renewed.lines).toHaveLength(2);
    expect(open(after(3640))).toMatchObject({
      isGood: true,
      lines: [expect.stringContaining("authority renewed with the same key"), expect.anything(), expect.anything()],
    });
  });

  it("keeps clients that trust the authority of before, whatever is renewed", () => {
    const before = new X509Certificate(open(START).certificates.ca.cert);
    for (const days of [336, 800, 3640, 8000]) {
      const { server } = open(after(days)).certificates;
      expect(new X509Certificate(server.cert).verify(before.publicKey)).toBe(true);
    }
  });

  it.each(["server", "admin"])("renews a %s certificate that is not the one of its key", (name) => {
    const { certificates } = open(START);
    writeFileSync(join(folder, `${name}.key`), certificates.ca.key ?? "");
    expect(open(START)).toMatchObject({
      isGood: true,
      lines: [expect.stringContaining(`${name}.crt is not the certificate of ${name}.key`)],
    });
  });

  it("makes the authority's certificate again from its key", () => {
    const { keyOf } = open(START);
    rmSync(join(folder, "ca.crt"));
    expect(open(START)).toMatchObject({ isGood: true, keyOf, lines: [expect.stringContaining("ca.crt is missing")] });
  });

  it("goes on without the authority's key as long as nothing has to be signed, and then says what to do", () => {
    const { certificates } = open(START);
    rmSync(join(folder, "ca.key"));
    const { lines, certificates: kept } = open(after(350));
    expect(kept).toEqual({ ...certificates, ca: { cert: certificates.ca.cert, key: undefined } });
    expect(lines).toEqual([
      `certificates cannot be renewed: ${join(folder, "ca.key")} is missing; restore it, or remove the directory ${folder} to have new certificates made`,
    ]);
    expect(() => open(after(366))).toThrow(/server.crt expired at .*, and .*ca.key is missing; restore it, or remove/);
    expect(existsSync(join(folder, "ca.key"))).toBe(false);
  });

  it("says that clients are locked out where a new authority had to be made", () => {
    const { keyOf } = open(START);
    rmSync(join(folder, "ca.key"));
    rmSync(join(folder, "ca.crt"));
    const made = open(START);
    expect(made.keyOf).not.toEqual(keyOf);
    expect(made.lines[0]).toMatch(
      /^certificate authority replaced: .* are answered with 401 and need the new kubeconfig$/,
    );
  });
});
