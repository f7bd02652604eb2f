import { X509Certificate } from "node:crypto";
import { connect } from "node:tls";
import { listen } from "@kiln/wire/node";
import { describe, expect, it } from "vitest";
import { makeCertificates, makeServerCertificate } from "./make-certificates.ts";

/** Certificate that the server presents to a new connection. */
function shown(port: number, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, ca, ALPNProtocols: ["h2"] }, () => {
      resolve(socket.getPeerX509Certificate()?.serialNumber ?? "");
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

describe("a listener", () => {
  it("shows a renewed certificate to new connections, without a restart", async () => {
    const now = new Date();
    const { ca, server } = makeCertificates(["127.0.0.1"], now);
    const renewed = makeServerCertificate(ca, ["127.0.0.1"], now);
    const serialOf = (cert: string) => new X509Certificate(cert).serialNumber;
    const handle = () => Promise.resolve({ status: 200, headers: {}, body: new Uint8Array() });
    const listener = await listen({ handle } as never, {
      host: "127.0.0.1",
      port: 0,
      tls: { ...server, clientCa: ca.cert },
    });
    try {
      expect(await shown(listener.port, ca.cert)).toBe(serialOf(server.cert));
      listener.renewTls({ ...renewed, clientCa: ca.cert });
      expect(await shown(listener.port, ca.cert)).toBe(serialOf(renewed.cert));
    } finally {
      await listener.close();
    }
  });
});
