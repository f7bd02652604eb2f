import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";
import { describe, expect, it } from "vitest";
import { TEST_CA, TEST_SERVER_CERT, TEST_SERVER_KEY } from "../testing/test-certificates.ts";
import { listen } from "./node-adapter.ts";

describe("toConnection()", () => {
  it("finds no certificate in a resumed session in which none was shown", async () => {
    const server = {
      handle: async ({ peerCertificate }: { peerCertificate?: unknown }) => ({
        status: 200,
        headers: {},
        body: Buffer.from(`certificate: ${peerCertificate}`),
      }),
    };
    const tls = { cert: TEST_SERVER_CERT, key: TEST_SERVER_KEY, clientCa: TEST_CA };
    const listener = await listen(server, { tls, host: "127.0.0.1", port: 0 });
    const address = { ca: TEST_CA, host: "127.0.0.1", port: listener.port };
    const first = connect(address);
    const [session] = (await once(first, "session")) as [Buffer];
    first.destroy();
    const again = connect({ ...address, session });
    await once(again, "secureConnect");
    expect(again.isSessionReused()).toBe(true);
    again.write("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    expect(await readToEnd(again)).toContain("certificate: undefined");
    await listener.close();
  });
});

async function readToEnd(socket: TLSSocket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}
