// Bundled into the single executable in place of the code that looks for native parts on disk.

const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { getRawAsset } = require("node:sea");

/**
 * The operating system loads code from files alone: the part is written to a folder that only this user can open, loaded,
 * and removed again.
 *
 * @param {string} asset
 * @param {(file: string) => unknown} load
 */
exports.withNativePart = (asset, load) => {
  const folder = mkdtempSync(join(tmpdir(), "kiln-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const file = join(folder, asset);
  try {
    writeFileSync(file, Buffer.from(getRawAsset(asset)), { mode: 0o500 });
    return load(file);
  } catch (error) {
    throw new Error(`${error.message}; ${asset} is loaded from the folder for temporary files: TMPDIR names another`, {
      cause: error,
    });
  } finally {
    // Windows keeps a loaded file until the process ends, and then nothing of this program runs any more.
    if (process.platform !== "win32") {
      remove();
    }
  }
};

/** @param {string} asset */
exports.loadNativePart = (asset) =>
  exports.withNativePart(asset, (file) => {
    const loaded = { exports: {} };
    process.dlopen(loaded, file);
    return loaded.exports;
  });
