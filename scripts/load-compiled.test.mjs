import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const LOADER = fileURLToPath(new URL("../packages/cli/bin/load-compiled.mjs", import.meta.url));

describe("loadCompiled()", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "kiln-compiled-"));
  });
  afterEach(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  });

  /** A bundle that prints `text`, with the id `id`. */
  function bundle(/** @type {string} */ text, /** @type {string} */ id) {
    const head = "(function (require, module, exports, __filename, __dirname) {";
    const body = `exports.main = (code) => { console.log(${JSON.stringify(text)}); process.exitCode = code; };`;
    writeFileSync(join(folder, "kiln.cjs"), `${head}${body}})// id ${id.padStart(16, "0")}\n`);
  }

  function run({ use = "serve", code = 0 } = {}) {
    const script = `import { loadCompiled } from ${JSON.stringify(LOADER)};
      loadCompiled(${JSON.stringify(join(folder, "kiln.cjs"))}, { require: undefined, use: "${use}" }).main(${code});`;
    return spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      env: { ...process.env, XDG_CACHE_HOME: join(folder, "cache") },
    }).stdout.trim();
  }

  const kept = () => readdirSync(folder).filter((name) => name.endsWith(".v8"));

  it("keeps the compiled form of each command beside the bundle", () => {
    bundle("one", "1");
    expect([run(), run(), run({ use: "lint" })]).toEqual(["one", "one", "one"]);
    expect(kept().map((name) => name.split(".").at(-2))).toEqual(["lint", "serve"]);
  });

  it("uses the compiled form at the next start", () => {
    bundle("one", "1");
    run();
    const inode = () => statSync(join(folder, kept()[0] ?? "")).ino;
    const first = inode();
    run();
    // A form that V8 rejects would have been written again.
    expect(inode()).toBe(first);
  });

  it("never runs the compiled form of another bundle of the same length, and removes it", () => {
    bundle("one", "1");
    run();
    bundle("two", "2");
    expect(run()).toBe("two");
    expect(kept()).toHaveLength(1);
  });

  it("compiles again from a form that was cut short", () => {
    bundle("one", "1");
    run();
    const [name = ""] = kept();
    writeFileSync(join(folder, name), "");
    expect(run()).toBe("one");
  });

  it.each([
    { what: "a command that failed", options: { code: 1 } },
    { what: "a word that is no command's name", options: { use: "../x" } },
  ])("keeps nothing of $what", ({ options }) => {
    bundle("one", "1");
    run(options);
    expect(kept()).toEqual([]);
  });

  it("uses the user's folder of caches where its own cannot be written", () => {
    bundle("one", "1");
    // A folder with the name of the file: root cannot write such a file either.
    const name = `kiln.cjs.${"1".padStart(16, "0")}.${process.version}-${process.arch}.serve.v8`;
    mkdirSync(join(folder, name));
    expect(run()).toBe("one");
    expect(readdirSync(join(folder, "cache", "kiln"))).toEqual([name]);
    expect(run()).toBe("one");
  });
});
