import type { Logger } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";
import { createSparingLog, LOG_WINDOW_MS, MAX_LOG_LINES } from "./sparing-log.ts";

function record() {
  const lines: { readonly fields: object; readonly message: string }[] = [];
  const note = (fields: object, message: string) => void lines.push({ fields, message });
  const log: Logger = { info: note, warn: note, error: note };
  return { lines, log };
}

describe("createSparingLog()", () => {
  it("logs some lines of each message in a window, and then how many it left out", () => {
    const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
    const { lines, log } = record();
    const sparing = createSparingLog(log, clock);
    for (let i = 0; i < 1000; i++) {
      sparing.error({ i }, "request failed");
    }
    sparing.warn({}, "something else");
    expect(lines).toHaveLength(MAX_LOG_LINES + 1);
    clock.advance(LOG_WINDOW_MS);
    sparing.error({ i: 1000 }, "request failed");
    expect(lines.at(-1)).toEqual({
      fields: { i: 1000, suppressed: 1000 - MAX_LOG_LINES },
      message: "request failed",
    });
  });

  it("stays small however many messages there are", () => {
    const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
    const { lines, log } = record();
    const sparing = createSparingLog(log, clock);
    for (let i = 0; i < 1000; i++) {
      sparing.error({}, `object ${i} is ignored`);
    }
    expect(lines).toHaveLength(1000);
  });
});

describe("a server", () => {
  it("logs nothing about what clients do wrong", async () => {
    const { lines, log } = record();
    const { send } = await startTestServer({ log });
    const anonymous = { isAdmin: false };
    const bearer = { isAdmin: false, headers: { authorization: "Bearer nothing" } };
    const gone = { signal: AbortSignal.abort() };
    const answers = [
      await send("GET", "/apis", anonymous),
      await send("GET", "/apis", bearer),
      await send("GET", "/api/v1/namespaces/default/configmaps/none"),
      await send("GET", "/api/v1/configmaps?limit=a"),
      await send("GET", "/api/v1/configmaps?continue=a"),
      await send("GET", "/nowhere"),
      await send("POST", "/api/v1/namespaces/default/configmaps", { body: "{" }),
      await send("POST", "/api/v1/namespaces/default/configmaps", { body: { kind: "Secret" } }),
      await send("POST", "/api/v1/namespaces/none/configmaps", { body: { metadata: { name: "a" } } }),
      await send("POST", "/api/v1/namespaces/default/configmaps", { body: new Uint8Array(4 * 1024 * 1024) }),
      await send("PATCH", "/api/v1/namespaces/default/configmaps/none", { body: "{}" }),
      await send("GET", "/api/v1/configmaps?watch=true&resourceVersion=-1"),
      await send("DELETE", "/api/v1/namespaces/default/configmaps/none", gone),
    ];
    expect(answers.filter(({ status }) => status < 400)).toEqual([]);
    expect(lines).toEqual([]);
  });
});
