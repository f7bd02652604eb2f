import { describe, expect, it } from "vitest";
import { openRequestLog, printRequest } from "./open-request-log.ts";

const request = {
  user: "alice",
  verb: "create",
  object: "pods default/web",
  code: 403,
  ms: 2,
  message: "pods is forbidden",
};

describe("printRequest()", () => {
  it.each([
    [request, "alice create pods default/web: 403 in 2 ms: pods is forbidden"],
    [
      { ...request, user: "", verb: "get", object: "/version", code: 200, message: undefined },
      "unknown get /version: 200 in 2 ms",
    ],
    [{ ...request, message: "two\n  lines" }, "alice create pods default/web: 403 in 2 ms: two lines"],
    [
      { ...request, message: undefined, code: 201, mutatedBy: ["a.example.com"], failedOpen: ["b.example.com"] },
      "alice create pods default/web: 201 in 2 ms: changed by webhook a.example.com: webhook b.example.com failed and was ignored",
    ],
  ])("prints %j in one line", (logged, line) => {
    const { message, ...rest } = logged;
    expect(printRequest(message === undefined ? rest : { ...rest, message })).toBe(line);
  });
});

describe("openRequestLog()", () => {
  const open = (isVerbose: boolean, format: "text" | "json") => {
    const lines: unknown[][] = [];
    const at = (level: string) => (fields: object, message: string) => lines.push([level, fields, message]);
    const log = { info: at("info"), warn: at("warn"), error: at("error") };
    return { lines, log: openRequestLog({ isVerbose, format, log, clock: { monotonicMs: () => 0 } }) };
  };

  it("has fields in JSON", () => {
    const { lines, log } = open(true, "json");
    log.write(request);
    expect(lines).toEqual([["info", request, "request"]]);
  });

  it("bounds refused writes, which any client can cause", () => {
    const { lines, log } = open(false, "text");
    for (let sent = 0; sent < 100; sent++) {
      log.write(request);
    }
    expect(lines).toHaveLength(10);
    expect(lines[0]).toEqual(["warn", {}, printRequest(request)]);
  });
});
