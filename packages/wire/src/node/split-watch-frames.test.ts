import { decodeUtf8, encodeUtf8 } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { splitWatchFrames, type WatchFraming } from "./split-watch-frames.ts";

async function split(bytes: Uint8Array, size: number, framing: WatchFraming): Promise<string[]> {
  async function* stream() {
    for (let at = 0; at < bytes.byteLength; at += size) {
      yield bytes.subarray(at, at + size);
    }
  }
  const events: string[] = [];
  for await (const event of splitWatchFrames(stream(), framing)) {
    events.push(decodeUtf8(event));
  }
  return events;
}

describe("splitWatchFrames()", () => {
  it.each([1, 2, 3, 7, 100])("finds the events of a stream in chunks of %i bytes", async (size) => {
    expect(await split(encodeUtf8('{"a":1}\n{"b":"ü"}\n'), size, "lines")).toEqual(['{"a":1}\n', '{"b":"ü"}\n']);
    const messages = Uint8Array.from([0, 0, 0, 2, 0x68, 0x69, 0, 0, 0, 0, 0, 0, 0, 1, 0x0a]);
    expect(await split(messages, size, "lengths")).toEqual(["hi", "", "\n"]);
  });
});
