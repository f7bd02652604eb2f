import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { ApiResponse } from "../message.ts";
import { createCompressor } from "./node-gzip.ts";

const { compress } = createCompressor();
const ok = (body: ApiResponse["body"]): ApiResponse => ({ status: 200, headers: {}, ...(body && { body }) });

async function* chunksOf(texts: readonly string[]) {
  for (const text of texts) {
    yield Buffer.from(text);
  }
}

async function collect(body: ApiResponse["body"]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body instanceof Uint8Array ? [body] : (body ?? [])) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

describe("createCompressor()", () => {
  it.each([
    ["equal chunks", Array(9).fill("kiln ".repeat(10_000))],
    ["an empty chunk among others", ["a".repeat(100_000), "", "b".repeat(100_000)]],
    ["a single chunk", ["ä".repeat(100_000)]],
    ["chunks that do not compress", [0, 1, 2].map((n) => randomText(n))],
  ])("makes one gzip stream of %s", async (_, texts) => {
    const { headers, body } = await compress(ok(chunksOf(texts)));
    expect(headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(await collect(body)).toString()).toBe(texts.join(""));
  });

  it("leaves short answers as they are, in one chunk or several", async () => {
    for (const body of [Buffer.from("short"), chunksOf(["sh", "ort"])]) {
      const sent = await compress(ok(body));
      expect([sent.headers["content-encoding"], String(await collect(sent.body))]).toEqual([undefined, "short"]);
    }
  });

  it("answers more clients than are compressed for at a time", async () => {
    const text = "kiln ".repeat(40_000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => collect((await compress(ok(chunksOf([text, text])))).body)),
    );
    expect(new Set(answers.map((zipped) => gunzipSync(zipped).toString()))).toEqual(new Set([text + text]));
  });

  it("closes the body of a client that leaves", async () => {
    let isClosed = false;
    const endless = async function* () {
      try {
        for (;;) {
          yield Buffer.alloc(200_000);
        }
      } finally {
        isClosed = true;
      }
    };
    const { body } = await compress(ok(endless()));
    let count = 0;
    for await (const _chunk of body as AsyncIterable<Uint8Array>) {
      if (++count === 3) {
        break;
      }
    }
    expect(isClosed).toBe(true);
  });
});

/** Random letters, the same for the same seed. */
function randomText(seed: number): string {
  let state = seed + 1;
  return Array.from({ length: 100_000 }, () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return String.fromCharCode(33 + ((state >> 16) % 90));
  }).join("");
}
