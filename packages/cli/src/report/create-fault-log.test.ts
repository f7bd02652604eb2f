import { ConnectionError } from "@kiln/client";
import { describe, expect, it } from "vitest";
import { createFaultLog } from "./create-fault-log.ts";

function openRecorder() {
  const seen: unknown[] = [];
  const time = { now: 0 };
  const at = (level: string) => (fields: object, message: string) => seen.push([level, fields, message]);
  const log = { info: at("info"), warn: at("warn"), error: at("error") };
  return { seen, time, tell: createFaultLog({ log, url: "https://a:1", now: () => time.now }) };
}

function refused(): ConnectionError {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", address: "::1", port: 1 });
  return new ConnectionError("https://a:1: connect ECONNREFUSED", { cause });
}

const WAITING = ["warn", {}, "waiting for the API server at https://a:1: connection refused at [::1]:1"];

describe("createFaultLog()", () => {
  it("says once what it waits for, and again after a minute", () => {
    const { seen, time, tell } = openRecorder();
    tell(refused(), "ovens cannot be read");
    tell(refused(), "pans cannot be read");
    time.now = 59_999;
    tell(refused(), "ovens cannot be read");
    expect(seen).toEqual([WAITING]);
    time.now = 60_000;
    tell(refused(), "ovens cannot be read");
    expect(seen).toEqual([WAITING, WAITING]);
  });

  it("says at once what else went wrong", () => {
    const { seen, tell } = openRecorder();
    const other = new Error("forbidden");
    tell(refused(), "ovens cannot be read");
    tell(new ConnectionError("the connection was closed"), "ovens cannot be read");
    tell(other, "ovens cannot be read");
    expect(seen).toEqual([
      WAITING,
      ["warn", {}, "ovens cannot be read: the connection was closed"],
      ["error", { err: other }, "ovens cannot be read"],
    ]);
  });
});
