import { describe, expect, it } from "vitest";
import { BodyTooLarge, ClientGone } from "../message.ts";
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
import { MAX_OPEN_HEADER_BYTES } from "./limits.ts";

describe("a connection", () => {
  it("greets, and answers a request wherever what arrives is cut", () => {
    const whole = Buffer.concat([greeting(), get(1), frame(6, 0, 0, [0, 0, 0, 0, 0, 0, 0, 9])]);
    for (let cut = 0; cut <= whole.length; cut++) {
      const { connection, streams, sent } = openConnection();
      connection.receive(whole.subarray(0, cut));
      connection.receive(whole.subarray(cut));
      expect(sent()).toEqual(["settings", "0: window +4128769", "settings ack", "ping ack 9"]);
      const [stream] = streams;
      expect([stream?.method, stream?.target]).toEqual(["GET", "/"]);
      stream?.respond(200, {});
      stream?.end(new Uint8Array(10));
      expect(sent()).toEqual(["1: status 200", "1: 10 bytes end"]);
      expect(stream?.signal.aborted).toBe(true);
    }
  });

  it("reads a body in parts, and lets the client send as much again", async () => {
    const { connection, streams, sent } = openGreeted();
    connection.receive(post(1));
    const body = streams[0]?.readBody(300_000);
    for (let i = 0; i < 10; i++) {
      connection.receive(data(1, 16_000));
    }
    connection.receive(data(1, 0, END));
    expect((await body)?.byteLength).toBe(160_000);
    expect(sent()).toEqual(["1: window +144000"]);
  });

  it("takes no more of a body than its window while it is not read", () => {
    const { connection, sent } = openGreeted();
    connection.receive(post(1));
    for (let i = 0; i < 17; i++) {
      connection.receive(data(1, 16_000));
    }
    expect(sent()).toEqual(["1: reset 3"]);
  });

  it.each([
    ["announced", [["content-length", "1001"]] as [string, string][]],
    ["sent", []],
  ])("refuses a body that is too large as soon as that is %s", async (_, headers) => {
    const { connection, streams } = openGreeted();
    connection.receive(post(1, headers));
    const body = streams[0]?.readBody(1000);
    connection.receive(data(1, 1001));
    await expect(body).rejects.toThrow(BodyTooLarge);
  });

  it("tells a client to stop that is answered before it has sent all", () => {
    const { connection, streams, sent } = openGreeted();
    connection.receive(post(1));
    streams[0]?.respond(413, {});
    streams[0]?.end();
    expect(sent()).toEqual(["1: status 413", "1: 0 bytes end", "1: reset 0"]);
  });

  it("keeps nothing of a body behind its answer, and lets other streams receive as much again", async () => {
    const { connection, streams, sent, clock } = openGreeted({ settings: [0, 4, 0, 0, 0, 0] });
    for (let id = 1; id < 60; id += 2) {
      clock.nowMs += 250;
      connection.receive(post(id));
      connection.receive(data(id, 100_000 / 8));
      streams.at(-1)?.respond(401, {});
      streams.at(-1)?.end(new Uint8Array(100));
      for (let i = 0; i < 15; i++) {
        connection.receive(data(id, 16_000));
      }
    }
    const said = sent();
    expect(said.filter((text) => text.startsWith("0: window"))).toHaveLength(3);
    expect(said.filter((text) => / window|reset/.test(text) && !text.startsWith("0:"))).toEqual([]);
    await expect(streams[0]?.readBody(1000)).rejects.toThrow(ClientGone);
  });

  it("gives room for dropped bytes slowly, and at last for all of them", () => {
    const { connection, streams, sent, clock } = openGreeted({ settings: [0, 4, 0, 0, 0, 0] });
    for (let id = 1; id < 28; id += 2) {
      connection.receive(post(id));
      streams.at(-1)?.respond(401, {});
      for (let i = 0; i < 16; i++) {
        connection.receive(data(id, 16_000));
      }
    }
    const windows = () => sent().filter((text) => text.includes("window"));
    expect(windows()).toEqual([]);
    clock.nowMs += 5000;
    connection.sweep();
    expect(windows()).toEqual([`0: window +${14 * 16 * 16_000}`]);
  });

  it("never gives a reader a part of a body for the whole", async () => {
    const { connection, streams } = openGreeted();
    connection.receive(post(1));
    connection.receive(data(1, 100));
    const body = streams[0]?.readBody(1000);
    streams[0]?.respond(504, {});
    connection.receive(data(1, 100, END));
    await expect(body).rejects.toThrow(ClientGone);
  });

  it("loses a reader whose client resets the stream, or goes", async () => {
    const { connection, streams } = openGreeted();
    connection.receive(Buffer.concat([post(1), post(3)]));
    const bodies = streams.map((stream) => stream.readBody(10));
    connection.receive(reset(1));
    connection.lose();
    for (const [i, body] of bodies.entries()) {
      await expect(body).rejects.toThrow(ClientGone);
      expect(await streams[i]?.send(new Uint8Array(1))).toBe(false);
    }
  });

  it("sends what the windows allow, and the rest when they grow", async () => {
    const { connection, streams, sent } = openGreeted({ settings: [0, 4, 0, 0, 0, 100] });
    connection.receive(get(1));
    const [stream] = streams;
    const isTaken = stream?.send(new Uint8Array(250));
    expect(sent()).toEqual(["1: 100 bytes"]);
    connection.receive(widen(1, 100));
    expect(sent()).toEqual(["1: 100 bytes"]);
    connection.receive(frame(4, 0, 0, [0, 4, 0, 0, 0, 150]));
    expect(sent()).toEqual(["settings ack", "1: 50 bytes"]);
    expect(await isTaken).toBe(true);
  });

  it("makes no more of large answers than the socket takes, and sends them in turns", () => {
    const { connection, streams, sent, release } = openGreeted({ isHeld: true, settings: [0, 4, 0x3f, 0, 0, 0] });
    connection.receive(Buffer.concat([widen(0, 2 ** 30), get(1), get(3), get(5)]));
    release();
    sent();
    for (const stream of streams) {
      void stream.send(new Uint8Array(1_000_000));
    }
    release();
    const first = sent();
    expect(new Set(first.map((said) => said[0]))).toEqual(new Set(["1"]));
    release();
    expect(new Set(sent().map((said) => said[0]))).toEqual(new Set(["1", "3", "5"]));
    expect(first.length).toBeLessThan(20);
  });

  it("gives up a stream of which nothing is taken for a minute, and a client that takes nothing at all", () => {
    const slow = openGreeted({ settings: [0, 4, 0, 0, 0, 100] });
    slow.connection.receive(get(1));
    void slow.streams[0]?.send(new Uint8Array(250));
    slow.sent();
    slow.clock.nowMs = 61_000;
    slow.connection.sweep();
    expect(slow.sent()).toEqual(["1: reset 8"]);
    const dead = openGreeted({ isHeld: true });
    dead.clock.nowMs = 61_000;
    dead.connection.sweep();
    expect(dead.state.isDestroyed).toBe(true);
  });

  it("gives up a stream that takes a byte now and then, and keeps a watcher that takes its events slowly", async () => {
    const { connection, streams, clock, sent } = openGreeted({ settings: [0, 4, 0, 0, 0, 0] });
    connection.receive(Buffer.concat([get(1), get(3), get(5)]));
    const [drip, events, slow] = streams;
    void drip?.send(new Uint8Array(1000));
    void slow?.send(new Uint8Array(1_000_000));
    const resets: string[] = [];
    for (let round = 0; round < 100; round++) {
      void events?.send(new Uint8Array(400));
      clock.nowMs += 15_000;
      connection.receive(Buffer.concat([widen(0, 701), widen(1, 1), widen(3, 400), widen(5, 300)]));
      connection.sweep();
      resets.push(...sent().filter((said) => said.includes("reset")));
    }
    expect(resets).toEqual(["1: reset 8"]);
    expect([drip?.isClosed, events?.isClosed, slow?.isClosed]).toEqual([true, false, false]);
  });

  it("is closed when idle for long", () => {
    const { connection, clock, state, sent } = openGreeted();
    clock.nowMs = 89_000;
    connection.sweep();
    expect(sent()).toEqual([]);
    clock.nowMs = 91_000;
    connection.sweep();
    expect(sent()).toEqual(["go away, last 0, code 0"]);
    expect(state.isEnded).toBe(true);
  });

  it("finishes requests from before GOAWAY, and refuses later ones", () => {
    const { connection, streams, state, sent } = openGreeted();
    connection.receive(get(1));
    connection.close();
    connection.receive(get(3));
    expect(sent()).toEqual(["go away, last 1, code 0", "3: reset 7"]);
    expect([streams.length, state.isEnded]).toEqual([1, false]);
    streams[0]?.respond(200, {});
    streams[0]?.end();
    sent();
    expect(state.isEnded).toBe(true);
  });

  it("says nothing more to a client that said it goes, whatever else came with that", () => {
    const { connection, sent } = openGreeted();
    connection.receive(Buffer.concat([frame(7, 0, 0, new Uint8Array(8)), frame(6, 0, 0, [1])]));
    expect(sent()).toEqual(["go away, last 0, code 0"]);
  });

  it("takes so many streams at a time, answered or not, and no more", () => {
    const { connection, streams, sent } = openGreeted();
    for (let id = 1; id <= 501; id += 2) {
      connection.receive(get(id));
    }
    expect(sent()).toEqual(["501: reset 7"]);
    expect(streams).toHaveLength(250);
  });

  it("is not read further while the client does not read its answers", () => {
    const { connection, release, clock } = openGreeted({ isHeld: true });
    let pings = 0;
    for (; !connection.isStuck && pings < 100_000; pings++) {
      clock.nowMs += 10;
      connection.receive(ping());
    }
    expect(pings).toBeLessThan(100_000);
    release();
    release();
    expect(connection.isStuck).toBe(false);
  });
});

describe("a client that breaks the rules", () => {
  const block = requestBlock();
  it.each<[string, Uint8Array[], number]>([
    ["speaks something else", [Buffer.from("GET / HTTP/1.1\r\n")], 1],
    ["does not say its settings first", [Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), get(1)], 1],
    ["sends a frame beyond the size", [greeting(), frame(0, 0, 1, new Uint8Array(16_385))], 6],
    ["sends a ping of another size", [greeting(), frame(6, 0, 0, [1])], 6],
    ["opens an even stream", [greeting(), get(2)], 1],
    ["opens a stream twice", [greeting(), get(3), get(1)], 5],
    ["speaks of a stream that is not there", [greeting(), widen(7, 1)], 1],
    ["sends data on the connection itself", [greeting(), data(0, 1)], 1],
    ["interrupts its headers", [greeting(), frame(1, END, 1, block), frame(6, 0, 0, new Uint8Array(8))], 1],
    ["goes on with headers it did not begin", [greeting(), frame(9, END_HEADERS, 1, block)], 1],
    [
      "sends headers in pieces without end",
      [greeting(), frame(1, END, 1, block), ...Array(200).fill(frame(9, 0, 1))],
      11,
    ],
    ["sends headers that mean nothing", [greeting(), frame(1, END | END_HEADERS, 1, [0x80])], 9],
    ["pads more than there is", [greeting(), frame(1, END | END_HEADERS | 0x8, 1, [9, 0x82])], 1],
    ["promises", [greeting(), frame(5, END_HEADERS, 1, [0, 0, 0, 2])], 1],
    ["has a window beyond all bounds", [greeting(), widen(0, 2 ** 31 - 1)], 3],
    ["sends more than the connection's window", [greeting(), ...floodStreams()], 3],
  ])("and %s, gets GOAWAY and is cut off", (_, said, code) => {
    const { connection, sent, state } = openConnection();
    for (const bytes of said) {
      connection.receive(bytes);
    }
    expect(sent().at(-1)).toMatch(new RegExp(`^go away, last \\d+, code ${code}$`));
    expect(state.isEnded).toBe(true);
  });

  /** Bodies that the server does not read, on as many streams as the connection's window allows. */
  function floodStreams(): Uint8Array[] {
    return Array.from({ length: 17 }, (_, i) => [post(2 * i + 1), ...Array(16).fill(data(2 * i + 1, 16_000))]).flat();
  }

  it.each<[string, Uint8Array[], number]>([
    ["sends a request that is none", [frame(1, END | END_HEADERS, 1, [0x82])], 1],
    ["sends data behind the end", [get(1), data(1, 1)], 5],
    ["sends more than announced", [post(1, [["content-length", "1"]]), data(1, 2)], 1],
    ["sends less than announced", [post(1, [["content-length", "3"]]), data(1, 2, END)], 1],
    ["sends headers twice", [post(1), frame(1, END_HEADERS, 1, block)], 1],
    ["widens a stream by nothing", [post(1), widen(1, 0)], 1],
    ["widens a stream beyond all bounds", [post(1), widen(1, 2 ** 31 - 1)], 3],
  ])("on one stream and %s, loses that stream", (_, said, code) => {
    const { connection, sent, streams } = openGreeted();
    for (const bytes of said) {
      connection.receive(bytes);
    }
    expect(sent()).toEqual([`1: reset ${code}`]);
    connection.receive(get(3));
    expect(streams.at(-1)?.id).toBe(3);
  });

  it("and sends headers beyond the limit, is answered so", () => {
    const { connection, sent, streams } = openGreeted();
    const value = "x".repeat(100);
    const huge = requestBlock(
      "GET",
      Array.from({ length: 1001 - 3 }, () => ["a", value] as const),
    );
    const bytes = Uint8Array.from(huge);
    connection.receive(frame(1, END, 1, bytes.subarray(0, 16_384)));
    for (let at = 16_384; at < bytes.length; at += 16_384) {
      const end = Math.min(bytes.length, at + 16_384);
      connection.receive(frame(9, end === bytes.length ? END_HEADERS : 0, 1, bytes.subarray(at, end)));
    }
    expect(sent()).toEqual(["1: status 431", "1: 0 bytes end"]);
    expect(streams).toEqual([]);
  });

  it("and sends little that means much, is answered so", () => {
    const { connection, sent, streams } = openGreeted();
    const remembered = [0x40, 1, 0x61, 0x7f, 0xa1, 0x1e, ...Array(4000).fill(0x62)];
    const block = [0x82, 0x87, 0x84, ...remembered, ...Array(900).fill(0xbe)];
    connection.receive(frame(1, END | END_HEADERS, 1, block.slice(0, 4200)));
    connection.receive(frame(1, END | END_HEADERS, 3, block));
    expect(sent()).toEqual(["3: status 431", "3: 0 bytes end"]);
    expect(streams.map(({ id }) => id)).toEqual([1]);
  });

  it("and does not end its headers, is cut off, and what it sent of them is forgotten", () => {
    const { connection, sent, clock, openHeaders } = openGreeted();
    connection.receive(frame(1, END, 1, new Uint8Array(5000)));
    connection.receive(frame(9, 0, 1, new Uint8Array(5000)));
    expect(openHeaders.bytes).toBe(10_000);
    connection.sweep();
    clock.nowMs = 33_000;
    connection.sweep();
    expect(sent().at(-1)).toBe("go away, last 0, code 11");
    expect(openHeaders.bytes).toBe(0);
  });

  it("and begins headers on many connections, is cut off before they take much memory", () => {
    const openHeaders = { bytes: 0 };
    const all = Array.from({ length: 40 }, () => openGreeted({ openHeaders }));
    for (const { connection } of all) {
      connection.receive(frame(1, END, 1, new Uint8Array(16_000)));
      for (let i = 0; i < 62; i++) {
        connection.receive(frame(9, 0, 1, new Uint8Array(16_000)));
      }
    }
    expect(openHeaders.bytes).toBeLessThanOrEqual(MAX_OPEN_HEADER_BYTES);
    expect(all.filter(({ sent }) => sent().at(-1)?.startsWith("go away")).length).toBeGreaterThan(20);
  });
});
