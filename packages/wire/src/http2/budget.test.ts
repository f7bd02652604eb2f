import { describe, expect, it } from "vitest";
import { frame, greeting, requestBlock } from "../testing/http2-client.ts";
import {
  data,
  END,
  END_HEADERS,
  get,
  openConnection,
  openGreeted,
  ping,
  post,
  reset,
  widen,
} from "../testing/http2-connection.ts";

/** Sends frames until the server ends the connection, at most `most` of them. `times`: how many were accepted. */
function flood(say: (id: number) => Uint8Array, most = 30_000): { times: number; last: string | undefined } {
  const { connection, sent, state } = openConnection();
  connection.receive(greeting([0, 4, 0, 0, 0, 0]));
  connection.receive(post(1));
  sent();
  let times = 0;
  let last: string | undefined;
  for (; times < most && !state.isEnded; times++) {
    connection.receive(say(2 * times + 3));
    last = sent().at(-1);
  }
  return { times, last };
}

const badHeaders = frame(1, END | END_HEADERS, 1, [0x82]).subarray(9);
const manyHeaders = requestBlock(
  "GET",
  Array.from({ length: 990 }, () => ["a", "b"] as const),
);

describe("a client that makes the server work in vain", () => {
  it.each<[string, number, (id: number) => Uint8Array]>([
    ["pings", 5_000, ping],
    ["sends settings", 100, () => frame(4, 0, 0)],
    ["sends priorities", 5_000, () => frame(2, 0, 9, [0, 0, 0, 1, 0])],
    ["sends unknown frames", 5_000, () => frame(77, 0, 0, [1])],
    ["takes back requests", 1_500, (id) => Buffer.concat([get(id), reset(id)])],
    ["makes the server reset its requests", 100, (id) => Buffer.concat([get(id), widen(id, 0)])],
    ["sends bad headers", 100, (id) => frame(1, END | END_HEADERS, id, badHeaders)],
    ["opens more streams than allowed", 250 + 1_000, (id) => post(id)],
    ["sends empty data", 1_000, () => data(1, 0)],
    ["sends data in single bytes", 20_000, () => data(1, 1)],
    ["sends data on streams that are over", 5_000, (id) => Buffer.concat([id === 3 ? reset(1) : ping(), data(1, 1)])],
    ["makes room byte by byte", 5_000, () => widen(0, 1)],
    ["sends more headers than usual", 30, (id) => frame(1, END | END_HEADERS, id, manyHeaders)],
    ["says many times that it goes", 5_000, () => frame(7, 0, 0, new Uint8Array(8))],
  ])("and %s is cut off", (_, burst, say) => {
    const { times, last } = flood(say);
    expect(last).toMatch(/^go away, last \d+, code 11$/);
    expect(times).toBeGreaterThanOrEqual(burst / 2);
    expect(times).toBeLessThanOrEqual(burst + 10);
  });

  it("and sends a body behind its answer is cut off", () => {
    const { connection, streams, sent, state } = openGreeted({ settings: [0, 4, 0, 0, 0, 0] });
    connection.receive(post(1));
    streams[0]?.respond(401, {});
    streams[0]?.end(new Uint8Array(100));
    for (let i = 0; i < 6_000 && !state.isEnded; i++) {
      connection.receive(data(1, 1));
    }
    expect(sent().at(-1)).toBe("go away, last 1, code 11");
  });
});

describe("a client that works hard", () => {
  /** Waits until the server has answered and ended the request. */
  const served = async () => {
    for (let i = 0; i < 5; i++) {
      await undefined;
    }
  };

  it("may cancel 60 watches a second with a ping for each, for ten minutes, answered or not", async () => {
    const { connection, streams, clock, sent, state } = openGreeted();
    for (let id = 1; id < 2 * 60 * 600; id += 2) {
      clock.nowMs += 1000 / 60;
      connection.receive(get(id));
      expect(streams).toHaveLength(1);
      if (id % 3 === 0) {
        streams[0]?.respond(200, {});
        void streams[0]?.send(new Uint8Array(10));
      }
      connection.receive(Buffer.concat([reset(id), ping()]));
      sent();
      streams.length = 0;
      await served();
    }
    expect(state.isEnded).toBe(false);
  });

  it("may list without pause, with a priority and room for each, and read as little at a time as Go does", async () => {
    const { connection, streams, sent, state } = openGreeted();
    for (let id = 1; id < 10_000; id += 2) {
      connection.receive(Buffer.concat([frame(2, 0, id, [0, 0, 0, 0, 15]), get(id)]));
      streams.at(-1)?.respond(200, {});
      streams.at(-1)?.end(new Uint8Array(40_000));
      for (let read = 0; read < 40_000; read += 4096) {
        connection.receive(Buffer.concat([widen(0, 4096), widen(id, 4096)]));
      }
      sent();
      streams.length = 0;
      await served();
    }
    expect(state.isEnded).toBe(false);
  });

  it("may cancel all its watches at once, and open them again", async () => {
    const { connection, streams, sent, state } = openGreeted();
    for (let round = 0, id = 1; round < 15; round++) {
      const begun = id;
      for (; id < begun + 2 * 250; id += 2) {
        connection.receive(get(id));
        streams.at(-1)?.respond(200, {});
      }
      sent();
      for (let old = begun; old < id; old += 2) {
        connection.receive(Buffer.concat([reset(old), ping()]));
      }
      streams.length = 0;
      await served();
    }
    expect(state.isEnded).toBe(false);
  });
});
