import { describe, expect, it } from "vitest";
import { loadLmdb } from "./load-lmdb.ts";

describe("loadLmdb()", () => {
  it("loads the store where lmdb has a binary", async () => {
    expect((await loadLmdb()).openLmdbStore).toBeTypeOf("function");
  });

  it("names the other stores where it has none", async () => {
    const load = () => Promise.reject(new Error("No native build was found for platform=os\n  loaded from: x"));
    await expect(loadLmdb(load)).rejects.toThrow(
      /^--store lmdb: .*\(No native build was found for platform=os\); .*--store memory.*--store etcd$/,
    );
  });
});
