import { once } from "node:events";
import { connect } from "node:tls";
import { TEST_CA } from "@kiln/api/testing/certificates";
import { describe, expect, it } from "vitest";
import { CLIENT_KEY, FORGED_CERT, KILN_CA, TWO_NAMES_CERT } from "../testing/client-certificates.ts";
import { ask2, openHttp2, openRaw, readToEnd, serve, text } from "../testing/node-client.ts";

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

  const answerName = () =>
    serve(({ peerCertificate }) => text(`I am ${peerCertificate?.commonName}`), { clientCa: KILN_CA });
  const GET = "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

  it("takes the last of several common names", async () => {
    const listener = await answerName();
    const client = { cert: TWO_NAMES_CERT, key: CLIENT_KEY };
    expect(String((await ask2(openHttp2(listener, client))).body)).toBe("I am last");
  });

  it("serves a client without its certificate if another authority of the same name signed that", async () => {
    const listener = await answerName();
    const client = { cert: FORGED_CERT, key: CLIENT_KEY };
    for (let i = 0; i < 5; i++) {
      expect(String((await ask2(openHttp2(listener, client))).body)).toBe("I am undefined");
      const raw = await openRaw(listener, client);
      raw.write(GET);
      expect(await readToEnd(raw)).toContain("I am undefined");
    }
  });
});
