import { describe, expect, it } from "vitest";
import { MAX_UNREAD_BYTES, UNREAD_SHARE } from "../request/unread-bytes.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const BODY_BYTES = 3 * 1024 * 1024;
const MOST_BYTES = (MAX_UNREAD_BYTES * UNREAD_SHARE) / (1 + UNREAD_SHARE);

describe("bodies of one user", () => {
  it.each([
    ["of a length that is said", { "content-length": String(BODY_BYTES) }, BODY_BYTES],
    ["of a length that is not said", {}, 512 * 1024],
  ])("%s are received only as far as there is room for them, and all in the end", async (_, headers, counted) => {
    const { server } = await startTestServer();
    let receiving = 0;
    let most = 0;
    const finish: (() => void)[] = [];
    const request = async () => {
      const over: (() => void)[] = [];
      const { status } = await server.handle({
        method: "POST",
        target: MAPS,
        headers: { "content-type": "application/json", ...headers },
        peerCertificate: { commonName: "alice", organizations: ["system:masters"], fingerprint: "a" },
        signal: new AbortController().signal,
        whenOver: (act: () => void) => void over.push(act),
        readBody: async () => {
          receiving++;
          most = Math.max(most, receiving);
          await new Promise<void>((resolve) => finish.push(resolve));
          receiving--;
          return new TextEncoder().encode("{");
        },
      });
      for (const act of over) {
        act();
      }
      return status;
    };
    let answered = 0;
    const answers = Array.from({ length: 100 }, () => request().finally(() => answered++));
    while (answered < answers.length) {
      await new Promise((resolve) => setImmediate(resolve));
      for (const resolve of finish.splice(0)) {
        resolve();
      }
    }
    expect(new Set(await Promise.all(answers))).toEqual(new Set([400]));
    expect(most).toBeGreaterThan(10);
    expect(most).toBeLessThanOrEqual(Math.ceil(MOST_BYTES / counted));
  });
});
