import { once } from "node:events";
import { connect, createServer, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { openSession } from "./node-session.ts";
import { ConnectionError } from "./transport.ts";

let close: (() => void) | undefined;
afterEach(() => close?.());

/** Sends a request to a server that responds with `answer`, and reads the whole response. */
async function request(answer: (stream: ServerHttp2Stream) => void) {
  const server = createServer();
  server.on("stream", (stream) => answer(stream));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const http2 = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const session = openSession(http2);
  close = () => {
    session.close();
    server.close();
  };
  const response = await session.send({ method: "GET", target: "/", headers: {} });
  const untilHere = () =>
    new Promise<void>((resolve, reject) => http2.ping((error) => (error ? reject(error) : resolve())));
  return { response, untilHere };
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

describe("the body of an answer", () => {
  it("is read as it arrives", async () => {
    const { response } = await request((stream) => {
      stream.respond();
      stream.write("one ");
      setImmediate(() => stream.end("two"));
    });
    expect(await readText(response.body)).toBe("one two");
  });

  it("is whole when all of it has arrived before the first read", async () => {
    const { response, untilHere } = await request((stream) => {
      stream.respond();
      stream.end("all");
    });
    await untilHere();
    await untilHere();
    expect(await readText(response.body)).toBe("all");
  });

  it("is lost if the connection ends in the middle", async () => {
    const { response } = await request((stream) => {
      stream.respond();
      stream.write("half", () => stream.session?.destroy());
    });
    await expect(readText(response.body)).rejects.toThrow(ConnectionError);
  });
});
