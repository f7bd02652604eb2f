import { createPrivateKey, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeCertificates } from "./make-certificates.ts";

const now = new Date("2026-03-04T05:06:07.800Z");
const names = ["localhost", "127.0.0.1", "::1", "2001:db8::ff00:42:8329", "::ffff:10.0.0.1"];
const made = makeCertificates(names, now);
const authority = new X509Certificate(made.ca.cert);

describe("makeCertificates()", () => {
  it("makes an authority that signs the other two", () => {
    const leaves = [made.server, made.admin].map(({ cert }) => new X509Certificate(cert));
    expect(authority.ca).toBe(true);
    expect(authority.verify(authority.publicKey)).toBe(true);
    expect(leaves.map((leaf) => [leaf.ca, leaf.verify(authority.publicKey), leaf.checkIssued(authority)])).toEqual([
      [false, true, true],
      [false, true, true],
    ]);
  });

  it.each([
    ["ca", "CN=kiln-ca", "Mar  6 05:06:07 2016 GMT", "Mar  1 05:06:07 2036 GMT", undefined],
    ["server", "CN=kiln", "Mar  3 05:06:07 2026 GMT", "Mar  4 05:06:07 2027 GMT", ["1.3.6.1.5.5.7.3.1"]],
    [
      "admin",
      "O=system:masters\nCN=kubernetes-admin",
      "Mar  3 05:06:07 2026 GMT",
      "Mar  4 05:06:07 2027 GMT",
      ["1.3.6.1.5.5.7.3.2"],
    ],
  ] as const)("says in %s who it is for, how long and what for", (pair, subject, validFrom, validTo, keyUsage) => {
    const certificate = new X509Certificate(made[pair].cert);
    expect(certificate).toMatchObject({ subject, validFrom, validTo });
    expect(certificate.keyUsage).toEqual(keyUsage);
    expect(certificate.checkPrivateKey(createPrivateKey(made[pair].key))).toBe(true);
  });

  it("names every name and address of the server", () => {
    const server = new X509Certificate(made.server.cert);
    expect(server.checkHost("localhost")).toBe("localhost");
    expect(["127.0.0.1", "::1", "2001:db8::ff00:42:8329"].map((ip) => server.checkIP(ip))).toEqual([
      "127.0.0.1",
      "::1",
      "2001:db8::ff00:42:8329",
    ]);
    expect(server.checkHost("elsewhere.example.com")).toBeUndefined();
  });

  it("gives each certificate a number of its own", () => {
    const serials = [made.ca, made.server, made.admin].map(({ cert }) => new X509Certificate(cert).serialNumber);
    expect(new Set(serials).size).toBe(3);
    expect(serials.every((serial) => serial.length === 32)).toBe(true);
  });
});
