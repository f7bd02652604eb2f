import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

describe("get", () => {
  it.each([
    ["export=true", 400],
    ["export", 400],
    ["export=false", 200],
    ["exact=true", 200],
  ])("does not export objects any more, and says so: ?%s", async (query, code) => {
    const { send } = await startTestServer();
    const { status, json } = await send("GET", `/api/v1/namespaces/default?${query}`);
    expect(status).toBe(code);
    if (code === 400) {
      expect(json).toMatchObject({
        reason: "BadRequest",
        message: "the export parameter, deprecated since v1.14, is no longer supported",
      });
    }
  });
});
