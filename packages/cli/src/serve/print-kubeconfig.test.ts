import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { printKubeconfig } from "./print-kubeconfig.ts";

function clientKeyIn(kubeconfig: string): string {
  return Buffer.from(JSON.parse(kubeconfig).users[0].user["client-key-data"], "base64").toString();
}

describe("printKubeconfig()", () => {
  it("writes an EC key as SEC1, also when the file holds PKCS#8", () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const written = clientKeyIn(printKubeconfig("https://localhost", { ca: "ca", admin: { cert: "cert", key } }));
    expect(written).toMatch(/^-----BEGIN EC PRIVATE KEY-----\n/);
    expect(createPrivateKey(written).equals(privateKey)).toBe(true);
  });

  it("keeps a key of another algorithm as it is", () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    expect(clientKeyIn(printKubeconfig("https://localhost", { ca: "ca", admin: { cert: "cert", key } }))).toBe(key);
  });
});
