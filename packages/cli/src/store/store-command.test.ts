import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openLmdbStore } from "@kiln/store/lmdb";
import { damageFile } from "@kiln/store/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const BIN = fileURLToPath(new URL("../../bin/kiln.mjs", import.meta.url));

let cwd: string;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "kiln-store-command-"));
  const store = await openLmdbStore({ directory: join(cwd, ".kiln", "data") });
  for (const name of ["a", "b", "c"]) {
    await store.create(`/registry/core/configmaps/default/${name}`, Buffer.from(`value of ${name}`));
  }
  await store.close();
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function kiln(...args: readonly string[]): {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, "store", ...args], { cwd, encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
}

describe("kiln store", { timeout: 120_000 }, () => {
  it("verifies, backs up and restores", () => {
    expect(kiln("verify")).toEqual({ code: 0, out: "3 values at revision 3: no damage found\n", err: "" });
    expect(kiln("backup", "file")).toMatchObject({ code: 0, out: "3 values at revision 3 saved to file\n" });
    expect(kiln("restore", "file").out).toMatch(
      /^3 values restored to \.kiln\/data, which is at revision 1000003\nthe store that was there is in \.kiln\/data\.replaced-\d+T\d+Z\n$/,
    );
    expect(kiln("verify")).toMatchObject({ code: 0, out: "3 values at revision 1000003: no damage found\n" });
  });

  it("names what is damaged and what to type, and saves the rest", () => {
    damageFile(join(cwd, ".kiln", "data", "data.mdb"), "value of b", 2);
    const verified = kiln("verify");
    expect(verified.code).toBe(1);
    expect(verified.out).toContain("The value of /registry/core/configmaps/default/b at revision 2 cannot be read");
    expect(verified.out).toContain("kiln store backup --skip-damaged FILE");
    expect(kiln("backup", "file")).toMatchObject({ code: 1, err: expect.stringContaining("was not backed up") });
    expect(existsSync(join(cwd, "file"))).toBe(false);
    expect(kiln("backup", "--skip-damaged", "file")).toMatchObject({
      code: 0,
      out: "2 values at revision 3 saved to file\n",
    });
  });

  it.each([[[]], [["mend"]], [["backup"]], [["restore", "a", "b"]], [["verify", "--what"]]])(
    "refuses the arguments %j",
    (args) => {
      expect(kiln(...args)).toMatchObject({ code: 2, err: expect.stringContaining("kiln store --help") });
    },
  );
});
