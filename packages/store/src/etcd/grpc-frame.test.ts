import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFrameReader, encodeFrame } from "./grpc-frame.ts";

describe("createFrameReader()", () => {
  it("finds the messages however the stream is cut", () => {
    const messages = fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 6 });
    fc.assert(
      fc.property(messages, fc.infiniteStream(fc.integer({ min: 1, max: 12 })), (sent, sizes) => {
        const stream = Buffer.concat(sent.map((message) => encodeFrame(message)));
        const received: number[][] = [];
        const feed = createFrameReader((message) => received.push([...message]));
        for (let offset = 0; offset < stream.length; ) {
          const size = sizes.next().value;
          feed(stream.subarray(offset, offset + size));
          offset += size;
        }
        expect(received).toEqual(sent.map((message) => [...message]));
      }),
    );
  });

  it("refuses a compressed message", () => {
    expect(() => createFrameReader(() => {})(Buffer.from([1, 0, 0, 0, 0]))).toThrow("compressed");
  });
});
