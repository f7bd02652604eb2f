import { describe, expect, it } from "vitest";
import { CHUNKS_PER_TURN, ChunkTurns } from "./chunk-turns.ts";

function openTurns() {
  const scheduled: (() => void)[] = [];
  const turns = new ChunkTurns((callback) => void scheduled.push(callback));
  const openSocket = () => {
    const socket = {
      isPaused: false,
      pause: () => {
        socket.isPaused = true;
      },
      resume: () => {
        socket.isPaused = false;
      },
      destroy: () => {},
    };
    turns.begin(socket);
    return socket;
  };
  const spend = () => {
    for (let i = 0; i < CHUNKS_PER_TURN; i++) {
      turns.count();
    }
  };
  return { turns, openSocket, spend, nextTurn: () => scheduled.shift()?.() };
}

describe("ChunkTurns", () => {
  it("reads no socket until the next turn once the chunks of a turn are spent", () => {
    const { openSocket, spend, nextTurn } = openTurns();
    const sockets = [openSocket(), openSocket()];
    spend();
    expect(sockets.map(({ isPaused }) => isPaused)).toEqual([true, true]);
    expect(openSocket().isPaused).toBe(true);
    nextTurn();
    expect(sockets.map(({ isPaused }) => isPaused)).toEqual([false, false]);
    spend();
    expect(sockets[0]?.isPaused).toBe(true);
  });

  it("lets a socket go whose body is whole", () => {
    const { turns, openSocket, spend, nextTurn } = openTurns();
    const [whole, other] = [openSocket(), openSocket()];
    spend();
    turns.end(whole);
    expect([whole.isPaused, other.isPaused]).toEqual([false, true]);
    nextTurn();
    spend();
    expect([whole.isPaused, other.isPaused]).toEqual([false, true]);
  });
});
