import { describe, expect, it, onTestFinished } from "vitest";
import { checkDer, DER_CORPUS } from "./check-der.ts";
import { checkFrames, FRAME_CORPUS } from "./check-frames.ts";
import { checkHpack, HPACK_CORPUS } from "./check-hpack.ts";
import { HTTP1_CORPUS, openHttp1Target } from "./check-http1.ts";
import { mutate } from "./mutate.ts";
import { createRandom } from "./random.ts";

/** A few inputs of `npm run fuzz`, the same in every run. */
function inputsOf(corpus: readonly Buffer[], count: number): Buffer[] {
  const random = createRandom(7);
  return [...corpus, ...Array.from({ length: count }, () => mutate(random, corpus))];
}

describe("what clients send", () => {
  it("in frames of HTTP/2 means the same in whatever parts it arrives", async () => {
    for (const input of inputsOf(FRAME_CORPUS, 150)) {
      expect(await checkFrames(input)).toBeUndefined();
    }
  });

  it("in headers of HTTP/2 is decoded as the RFC has it", () => {
    for (const input of inputsOf(HPACK_CORPUS, 500)) {
      expect(checkHpack(input)).toBeUndefined();
    }
  });

  it("over HTTP/1.1 is executed at most once, and with its headers", async () => {
    const target = await openHttp1Target();
    onTestFinished(() => target.close());
    for (const input of inputsOf(HTTP1_CORPUS, 60)) {
      expect(await target.check(input)).toBeUndefined();
    }
  });

  it("in certificate requests has no organizations but those that are there", () => {
    for (const input of inputsOf(DER_CORPUS, 500)) {
      expect(checkDer(input)).toBeUndefined();
    }
  });
});
