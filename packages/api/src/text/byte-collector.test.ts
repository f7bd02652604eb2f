import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteCollector } from "./byte-collector.ts";
import { concatBytes } from "./concat-bytes.ts";

describe("ByteCollector", () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 40 });
  const announced = fc.option(fc.nat(2 ** 40), { nil: undefined });

  it("gives the chunks back as one, and never takes more than twice their memory, whatever is announced", () => {
    fc.assert(
      fc.property(chunks, announced, (parts, size) => {
        const body = new ByteCollector(size);
        let length = 0;
        for (const part of parts) {
          body.add(part);
          length += part.byteLength;
          expect(body.length).toBe(length);
          expect(body.capacity).toBeLessThanOrEqual(Math.max(1024, 2 * length));
        }
        expect([...body.take()]).toEqual([...concatBytes(parts)]);
        expect([body.capacity, body.length]).toEqual([0, 0]);
      }),
    );
  });

  it("keeps none of a million chunks", () => {
    const body = new ByteCollector(undefined);
    const chunk = Uint8Array.of(7);
    let grown = 0;
    for (let i = 0, last = -1; i < 1_000_000; i++) {
      body.add(chunk);
      grown += body.capacity === last ? 0 : 1;
      last = body.capacity;
    }
    expect(grown).toBeLessThan(15);
    const whole = body.take();
    expect(whole.byteLength).toBe(1_000_000);
    expect(whole.buffer).not.toBe(chunk.buffer);
  });

  it("takes just as much memory as announced once that is nearly there", () => {
    const body = new ByteCollector(1500);
    body.add(new Uint8Array(1000));
    body.add(new Uint8Array(500));
    expect(body.capacity).toBe(1500);
  });
});
