import { describe, expect, it } from "vitest";
import { createSessions } from "./sessions.ts";

function setUp() {
  let [count, nowMs] = [0, 0];
  const sessions = createSessions({
    randomText: () => {
      count++;
      return `secret-${count}`;
    },
    nowMs: () => nowMs,
  });
  return {
    sessions,
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
}

const HOUR_MS = 3_600_000;

describe("createSessions()", () => {
  it("opens one session with a token, once", () => {
    const { sessions } = setUp();
    const token = sessions.issueToken();
    const opened = sessions.exchange(token);
    expect(opened).toEqual({ session: { cookie: "secret-2", key: "secret-3" } });
    expect(sessions.exchange(token)).toEqual({ refusal: "this link was used already" });
  });

  it("needs both halves of a session", () => {
    const { sessions } = setUp();
    sessions.exchange(sessions.issueToken());
    expect(sessions.isLive("secret-2", "secret-3")).toBe(true);
    expect(sessions.isLive("secret-2", "secret-2")).toBe(false);
    expect(sessions.isLive(undefined, "secret-3")).toBe(false);
    expect(sessions.isLive("secret-2", undefined)).toBe(false);
  });

  it.each([
    ["a token of another console", "other", "this link is not of this console"],
    ["no token", "", "this link is not of this console"],
  ])("refuses %s", (_, token, refusal) => {
    const { sessions } = setUp();
    sessions.issueToken();
    expect(sessions.exchange(token)).toEqual({ refusal });
  });

  it("refuses a token that is older than ten minutes, and one that a newer token replaced", () => {
    const { sessions, advance } = setUp();
    const replaced = sessions.issueToken();
    const expired = sessions.issueToken();
    advance(601_000);
    expect(sessions.exchange(replaced)).toEqual({ refusal: "this link was used already" });
    expect(sessions.exchange(expired)).toEqual({ refusal: "this link has expired: it works for ten minutes" });
  });

  it("ends a session that was not used for twelve hours", () => {
    const { sessions, advance } = setUp();
    sessions.exchange(sessions.issueToken());
    advance(11 * HOUR_MS);
    expect(sessions.isLive("secret-2", "secret-3")).toBe(true);
    advance(11 * HOUR_MS);
    expect(sessions.isLive("secret-2", "secret-3")).toBe(true);
    advance(13 * HOUR_MS);
    expect(sessions.isLive("secret-2", "secret-3")).toBe(false);
  });
});
