import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSystemClock } from "@kiln/api";
import { afterAll, expect, it } from "vitest";
import { readTree, temporaryFolder } from "../testing/index.ts";
import { openVolume } from "./volume.ts";

const folder = temporaryFolder("full-volume");
const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.path]).status === 0;
afterAll(() => {
  spawnSync("umount", [folder.path]);
  folder.remove();
});

it.skipIf(!isMounted)("keeps the old data on a full disk, and goes on with room (needs to mount a tmpfs)", async () => {
  const clock = createSystemClock(globalThis);
  const volume = openVolume({ directory: folder.path, clock, fraction: Math.random, graceMs: 0 });
  const payload = (text: string, bytes: number) =>
    new Map([
      ["small", { bytes: new TextEncoder().encode(text), mode: 0o644 }],
      ["large", { bytes: new Uint8Array(bytes).fill(text.charCodeAt(0)), mode: 0o644 }],
    ]);
  await volume.publish(payload("old", 500_000));
  const before = readTree(folder.path);
  for (let round = 0; round < 3; round++) {
    await expect(volume.publish(payload("new", 700_000))).rejects.toMatchObject({ code: "ENOSPC" });
    // No file of the failed publication is left.
    expect(readTree(folder.path)).toEqual(before);
  }
  writeFileSync(join(folder.path, "ballast"), new Uint8Array(400_000));
  await expect(volume.publish(payload("new", 200_000))).rejects.toMatchObject({ code: "ENOSPC" });
  expect(readFileSync(join(folder.path, "small"), "utf8")).toBe("old");
  rmSync(join(folder.path, "ballast"));
  expect(await volume.publish(payload("new", 200_000))).toBe("written");
  expect(readFileSync(join(folder.path, "small"), "utf8")).toBe("new");
});
