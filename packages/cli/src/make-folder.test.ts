import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeFolder } from "./make-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "kiln-folder-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("makeFolder()", () => {
  it("makes those around it as well, and leaves alone what is there", () => {
    const path = join(folder, "a", "b");
    makeFolder(path, 0o700);
    makeFolder(path, 0o755);
    expect([path, join(folder, "a")].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  it("fails where a file is in the way", () => {
    writeFileSync(join(folder, "file"), "");
    expect(() => makeFolder(join(folder, "file"))).toThrow("EEXIST");
    expect(() => makeFolder(join(folder, "file", "below"))).toThrow(/ENOTDIR|EEXIST/);
  });

  it.skipIf(process.platform !== "linux")("says so where no directory can be made", () => {
    expect(() => makeFolder("/proc/kiln/data")).toThrow(
      "/proc/kiln cannot be made: no directories can be added to /proc",
    );
  });
});
