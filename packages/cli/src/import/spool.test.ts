import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ImportRecord } from "./import-record.ts";
import { openSpool } from "./spool.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kiln-spool-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const recordOf = (name: string): ImportRecord => ({ object: { metadata: { name } }, origin: "test" });
const namesIn = (spool: ReturnType<typeof openSpool>) =>
  spool.read().map(({ object }) => (object.metadata as { name: string }).name);
const page = (names: readonly string[], at: number, more: object = {}) => ({
  records: names.map(recordOf),
  next: { at },
  total: 10,
  label: "pods",
  ...more,
});

describe("openSpool()", () => {
  it("goes on behind the last whole page", () => {
    const first = openSpool(folder, "a");
    first.add(page(["one"], 1, { isStart: true }));
    first.close();
    appendFileSync(join(folder, "records"), '{"half":');
    const second = openSpool(folder, "a");
    expect([second.cursor, second.done]).toEqual([{ at: 1 }, 1]);
    second.add({ records: [recordOf("two")], total: 2, label: "" });
    expect([second.isComplete, namesIn(second)]).toEqual([true, ["one", "two"]]);
    second.close();
  });

  it("drops the pages of a part that is read again, and keeps those before", () => {
    const spool = openSpool(folder, "a");
    spool.add(page(["kept"], 1, { isStart: true }));
    spool.add(page(["old"], 2, { isStart: true }));
    spool.add(page(["older"], 3));
    spool.add(page([], 2, { restarts: true }));
    spool.add(page(["new"], 3, { isStart: true }));
    expect([spool.done, namesIn(spool)]).toEqual([2, ["kept", "new"]]);
    spool.close();
  });

  it("refuses to mix sources", () => {
    openSpool(folder, "a").add(page(["one"], 1));
    expect(() => openSpool(folder, "b")).toThrow(`${folder} holds an import of a that was cut off`);
  });
});
