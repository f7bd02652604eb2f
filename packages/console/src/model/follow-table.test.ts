import { statusGone } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { type ClientRequest, ConnectionError, createClient } from "@kiln/client";
import { describe, expect, it } from "vitest";
import { type Following, followTable } from "./follow-table.ts";
import { createTableRows } from "./table-rows.ts";

const TYPE = { group: "example.com", version: "v1", plural: "ovens", isNamespaced: true };

const row = (name: string, version: string) => ({
  cells: [name],
  object: { metadata: { name, namespace: "default", resourceVersion: version } },
});
const list = (names: readonly string[], metadata: object) => ({
  kind: "Table",
  metadata,
  rows: names.map((name) => row(name, "1")),
});
const event = (type: string, name: string, version: string) => ({
  type,
  object: { kind: "Table", rows: [row(name, version)] },
});

/** Transport that returns these responses in order; after the last one, requests wait until the follower is stopped. */
function follow(answers: readonly (readonly object[] | Error)[]) {
  const sent: string[] = [];
  const states: Following["state"][] = [];
  const stop = new AbortController();
  const rows = createTableRows();
  const clock = createManualClock(new Date(0));
  const send = async ({ target }: ClientRequest) => {
    const answer = answers[sent.length];
    sent.push(target);
    if (answer === undefined) {
      stop.abort();
      throw new ConnectionError("stopped");
    }
    if (answer instanceof Error) {
      throw answer;
    }
    const lines = answer.map((each) => `${JSON.stringify(each)}\n`);
    return { status: 200, headers: {}, body: chunks(lines) };
  };
  const client = createClient({ transport: { send, close() {} }, userAgent: "test/1" });
  const done = followTable({
    client,
    clock,
    fraction: () => 0,
    type: TYPE,
    namespace: undefined,
    rows,
    signal: stop.signal,
    onChange: ({ state }) => {
      states.push(state);
      if (state === "interrupted") {
        queueMicrotask(() => clock.advance(20_000));
      }
    },
  });
  return { done, sent, states, rows };
}

async function* chunks(lines: readonly string[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const line of lines) {
    yield new TextEncoder().encode(line);
  }
}

describe("followTable()", () => {
  it("lists page by page, then watches from there, and goes on from the last event", async () => {
    const { done, sent, rows } = follow([
      [list(["a"], { continue: "more", resourceVersion: "5" })],
      [list(["b"], { resourceVersion: "5" })],
      [
        event("ADDED", "c", "6"),
        event("DELETED", "a", "7"),
        { type: "BOOKMARK", object: { metadata: { resourceVersion: "9" } } },
      ],
    ]);
    await done;
    expect(sent).toEqual([
      "/apis/example.com/v1/ovens?limit=500",
      "/apis/example.com/v1/ovens?limit=500&continue=more",
      "/apis/example.com/v1/ovens?watch=true&allowWatchBookmarks=true&resourceVersion=5",
      "/apis/example.com/v1/ovens?watch=true&allowWatchBookmarks=true&resourceVersion=9",
    ]);
    expect(rows.rows().map(({ name }) => name)).toEqual(["b", "c"]);
  });

  it("lists anew after a lost connection or a forgotten version, and drops what is gone", async () => {
    const { status } = statusGone("too old");
    const { done, sent, states, rows } = follow([
      [list(["a", "b"], { resourceVersion: "5" })],
      [{ type: "ERROR", object: status }],
      new ConnectionError("away"),
      [list(["b"], { resourceVersion: "8" })],
    ]);
    await done;
    expect(sent.filter((target) => target.includes("limit"))).toHaveLength(3);
    expect(states.filter((state) => state === "interrupted")).toHaveLength(2);
    expect(rows.rows().map(({ name }) => name)).toEqual(["b"]);
  });
});
