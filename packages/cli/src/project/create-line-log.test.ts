import { describe, expect, it } from "vitest";
import { createLineLog } from "./create-line-log.ts";

function linesOf(settings: Record<string, string>): string[] {
  const lines: string[] = [];
  const now = () => new Date("2026-01-02T03:04:05.678Z");
  const log = createLineLog(new Map(Object.entries(settings)), (line) => lines.push(line), now);
  log.info({ folder: "/a b" }, "published");
  log.warn({ err: new Error("no luck") }, "trying again");
  return lines;
}

describe("createLineLog()", () => {
  it("writes JSON, or LOGFMT", () => {
    expect(linesOf({ "log-tz": "UTC" })).toEqual([
      '{"time":"2026-01-02T03:04:05.678Z","level":"INFO","msg":"published","folder":"/a b"}',
      '{"time":"2026-01-02T03:04:05.678Z","level":"WARN","msg":"trying again","err":"no luck"}',
    ]);
    expect(linesOf({ "log-tz": "utc", "log-format": "logfmt" })[0]).toBe(
      'time=2026-01-02T03:04:05.678Z level=INFO msg=published folder="/a b"',
    );
  });

  it("writes from a level on, and says the zone's time", () => {
    expect(linesOf({ "log-level": "WARN" })).toHaveLength(1);
    expect(linesOf({ "log-level": "error" })).toEqual([]);
    const { time } = JSON.parse(linesOf({})[0] as string);
    expect(time).toMatch(/[+-]\d\d:\d\d$/);
    expect(new Date(time).toISOString()).toBe("2026-01-02T03:04:05.678Z");
  });

  it("refuses what it does not know", () => {
    expect(() => linesOf({ "log-format": "XML" })).toThrow(/JSON or LOGFMT/);
  });
});
