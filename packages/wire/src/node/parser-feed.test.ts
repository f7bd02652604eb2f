import { createServer } from "node:http";
import { Socket } from "node:net";
import { Duplex, type DuplexOptions } from "node:stream";
import { describe, expect, it } from "vitest";
import { ParserFeed } from "./parser-feed.ts";

const request = (name: string, padding = 0) => `GET /${name} HTTP/1.1\r\nhost: ${"x".repeat(padding)}\r\n\r\n`;

/** A socket that gets its bytes from the test, and a parser that notes each part. */
function open({ capacity = Number.POSITIVE_INFINITY, isRefused = (): boolean => false } = {}) {
  const parts: string[] = [];
  const parsedBytes: number[] = [];
  const state = { capacity };
  const socket = new Socket();
  socket._read = () => {};
  socket.on("data", (part: Buffer) => parts.push(part.toString("latin1")));
  const feed = new ParserFeed(socket, {
    isFull: () => parts.length >= state.capacity,
    isRefused,
    onParsed: (bytes) => parsedBytes.push(bytes),
  });
  const receive = async (text: string) => {
    socket.push(Buffer.from(text, "latin1"));
    await new Promise((done) => setImmediate(done));
  };
  const allow = async (count: number) => {
    state.capacity = count;
    feed.resumeIfHeld();
    await new Promise((done) => setImmediate(done));
  };
  return { feed, socket, parts, parsedBytes, receive, allow };
}

describe("received bytes", () => {
  it("are parsed as they came if they hold one request", async () => {
    const { parts, parsedBytes, receive } = open();
    await receive(request("a", 20_000));
    expect(parts).toEqual([request("a", 20_000)]);
    expect(parsedBytes).toEqual([request("a", 20_000).length]);
  });

  it("are parsed up to the end of headers if they hold several", async () => {
    const { parts, receive } = open();
    await receive(["a", "b", "c"].map((name) => request(name, 300)).join(""));
    expect(parts).toEqual(["a", "b", "c"].map((name) => request(name, 300)));
  });

  it("are never parsed in tiny parts", async () => {
    const { parts, receive } = open();
    await receive("\r\n\r\n".repeat(1000));
    expect(parts.join("")).toBe("\r\n\r\n".repeat(1000));
    expect(Math.min(...parts.slice(0, -1).map((part) => part.length))).toBeGreaterThanOrEqual(256);
  });

  it("stay in the socket while requests wait, and are parsed later, in order", async () => {
    const { parts, parsedBytes, socket, receive, allow } = open({ capacity: 2 });
    const all = Array.from({ length: 10 }, (_, i) => request(`${i}`, 300));
    await receive(all.slice(0, 5).join(""));
    await receive(all.slice(5).join(""));
    expect(parts).toEqual(all.slice(0, 2));
    expect(socket.isPaused()).toBe(true);
    await allow(2);
    expect(parts).toEqual(all.slice(0, 2));
    await allow(7);
    expect(parts).toEqual(all.slice(0, 7));
    await allow(100);
    expect(parts).toEqual(all);
    expect(parsedBytes.reduce((a, b) => a + b, 0)).toBe(all.join("").length);
  });

  it("are held again if another part of Node resumes the socket", async () => {
    const { parts, socket, receive } = open({ capacity: 1 });
    await receive(request("a", 300) + request("b", 300));
    for (let i = 0; i < 5; i++) {
      socket.resume();
      await new Promise((done) => setImmediate(done));
    }
    expect(parts).toEqual([request("a", 300)]);
    expect(socket.readableLength).toBe(request("b", 300).length);
  });

  it("stay in the socket while Node waits for a client that does not read its responses", async () => {
    const targets: string[] = [];
    const server = createServer((received, response) => {
      targets.push(received.url!);
      if (received.url === "/a") {
        response.end(Buffer.alloc(100_000));
      }
    });
    const unsent: (() => void)[] = [];
    const write: DuplexOptions["write"] = (_chunk, _encoding, sent) => void unsent.push(sent);
    const socket = new Duplex({ read() {}, write }) as Socket;
    server.emit("connection", socket);
    const feed = new ParserFeed(socket, { isFull: () => false, isRefused: () => false, onParsed: () => {} });
    const turn = () => new Promise((done) => setImmediate(done));
    socket.push(request("a", 300));
    await turn();
    socket.push(["b", "c", "d"].map((name) => request(name, 300)).join(""));
    await turn();
    expect(targets).toEqual(["/a", "/b"]);
    feed.resumeIfHeld();
    await turn();
    expect(targets).toEqual(["/a", "/b"]);
    while (unsent.length > 0) {
      unsent.shift()!();
      await turn();
    }
    expect(targets).toEqual(["/a", "/b", "/c", "/d"]);
  });

  it("are dropped behind those that were refused", async () => {
    const refused = { yet: false };
    const { parts, socket, receive } = open({ isRefused: () => refused.yet });
    await receive(request("a"));
    refused.yet = true;
    await receive(request("b"));
    expect(parts).toEqual([request("a")]);
    expect(socket.readableLength).toBe(0);
  });

  it("are given back when the connection changes its protocol", async () => {
    const { feed, socket, receive } = open();
    const rests: string[] = [];
    socket.removeAllListeners("data");
    const parts: string[] = [];
    socket.on("data", (part: Buffer) => {
      parts.push(part.toString("latin1"));
      rests.push(upgraded.stop().toString("latin1"));
    });
    const upgraded = new ParserFeed(socket, { isFull: () => false, isRefused: () => false, onParsed: () => {} });
    feed.stop();
    await receive(`${request("upgrade", 300)}\x81\x05frame`);
    expect(parts).toEqual([request("upgrade", 300)]);
    expect(rests).toEqual(["\x81\x05frame"]);
    expect(socket.listenerCount("data")).toBe(0);
  });
});
