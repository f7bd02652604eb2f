import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

  it("refuses a key that belongs to another certificate", () => {
    const { admin } = openCertificates(folder, "127.0.0.1");
    writeFileSync(join(folder, "server.key"), admin.key);
    expect(() => openCertificates(folder, "127.0.0.1")).toThrow("server.key is not the key of");
  });
});
