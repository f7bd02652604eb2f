import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRange } from "../testing/index.ts";
import { openLmdbStore } from "./lmdb-store.ts";

const mountPoint = mkdtempSync(join(tmpdir(), "kiln-full-"));
const isMounted = mount() && unmount();
const value = new Uint8Array(20_000);

it.skipIf(!isMounted)(
  "loses nothing on a full disk and goes on once there is room (needs to mount a tmpfs)",
  async () => {
    mount();
    try {
      const directory = join(mountPoint, "data");
      const ballast = join(mountPoint, "ballast");
      writeFileSync(ballast, new Uint8Array(4 * 1024 * 1024));
      let store = await openLmdbStore({ directory, reserveBytes: 8 * 1024 * 1024 });
      const { written, error } = await writeUntilRefused((key) => store.create(key, value));
      expect(error).toMatchObject({ code: "no-space" });
      expect(written).toBeGreaterThan(100);
      expect(await store.count({ prefix: "/registry/" })).toBe(written);
      expect(store.peek(`/registry/key-${written}`)).toBeUndefined();

      truncateSync(ballast, 0);
      expect(await store.create(`/registry/key-${written}`, value)).toBe(written + 1);
      const more = await writeUntilRefused((key) => store.create(`${key}-more`, value));
      expect(more.error).toMatchObject({ code: "no-space" });
      // Room can be made from within: deletes pass, and what history held is used again.
      for (let i = 0; i < written; i++) await store.delete(`/registry/key-${i}`, store.peek(`/registry/key-${i}`)!);
      await store.compact(store.revision);
      await store.close();

      store = await openLmdbStore({ directory, reserveBytes: 8 * 1024 * 1024 });
      expect((await readRange(store, { prefix: "/registry/" })).entries).toHaveLength(1 + more.written);
      await store.close();
    } finally {
      unmount();
      rmSync(mountPoint, { recursive: true });
    }
  },
);

function mount(): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", mountPoint]).status === 0;
}

function unmount(): boolean {
  return spawnSync("umount", [mountPoint]).status === 0;
}

async function writeUntilRefused(
  write: (key: string) => Promise<unknown>,
): Promise<{ readonly written: number; readonly error: unknown }> {
  for (let written = 0; written < 100_000; written++) {
    try {
      await write(`/registry/key-${written}`);
    } catch (error) {
      return { written, error };
    }
  }
  return { written: 100_000, error: undefined };
}
