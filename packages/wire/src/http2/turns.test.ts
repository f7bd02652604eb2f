import { describe, expect, it } from "vitest";
import { frame, requestBlock } from "../testing/http2-client.ts";
import { END, END_HEADERS, openGreeted } from "../testing/http2-connection.ts";
import { REQUESTS_PER_TURN, Turns } from "./turns.ts";

const many = (count: number) =>
  Buffer.concat(Array.from({ length: count }, (_, i) => frame(1, END | END_HEADERS, 2 * i + 1, requestBlock())));

describe("Turns", () => {
  it("starts so many requests in a turn, of all connections together, and in the end every one", () => {
    const scheduled: (() => void)[] = [];
    const turns = new Turns((callback) => scheduled.push(callback));
    const all = Array.from({ length: 30 }, () => openGreeted({ turns }));
    const started = () => all.reduce((sum, { streams }) => sum + streams.length, 0);
    for (const { connection } of all) {
      connection.receive(many(100));
      if (connection.isBehind) {
        turns.wait(connection);
      }
    }
    let before = started();
    expect(before).toBe(REQUESTS_PER_TURN);
    for (let turn = 0; scheduled.length > 0; turn++) {
      scheduled.splice(0).forEach((begin) => void begin());
      expect(started() - before).toBeLessThanOrEqual(REQUESTS_PER_TURN);
      before = started();
      if (turn === 8) {
        expect(Math.min(...all.map(({ streams }) => streams.length))).toBeGreaterThan(10);
      }
    }
    expect(all.map(({ streams }) => streams.length)).toEqual(Array(30).fill(100));
  });

  it("lets a connection that sends little start at once", () => {
    const turns = new Turns(() => {});
    const { connection, streams } = openGreeted({ turns });
    connection.receive(many(10));
    expect([streams.length, connection.isBehind]).toEqual([10, false]);
  });
});
