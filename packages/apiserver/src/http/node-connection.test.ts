import { once } from "node:events";
import { connect } from "node:tls";
import { TEST_CA } from "@kiln/webhook/testing";
import { describe, expect, it } from "vitest";
import { readToEnd, serve, text } from "../testing/node-client.ts";

describe("toConnection()", () => {
  it("finds no certificate in a resumed session in which none was shown", async () => {
    const { port } = await serve(({ peerCertificate }) => text(`certificate: ${peerCertificate}`));
    const address = { ca: TEST_CA, host: "127.0.0.1", port };
    const first = connect(address);
    const [session] = (await once(first, "session")) as [Buffer];
    first.destroy();
    const again = connect({ ...address, session });
    await once(again, "secureConnect");
    expect(again.isSessionReused()).toBe(true);
    again.write("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    expect(await readToEnd(again)).toContain("certificate: undefined");
  });
});
