// Runs a bundle from the code that V8 compiled for it at an earlier start: parsing 4 MB of JavaScript takes 110 ms of every
// start, reading its compiled form 20 ms.

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

/**
 * Last line of a bundle: this text and a hash of the bundle. V8 itself compares only the bundle's length with that of
 * the compiled form.
 */
const ID = /\/\/ id ([0-9a-f]{16})\s*$/;
/**
 * Delay after which the compiled form is stored, so that a server that is killed later leaves one too. With
 * KILN_KEEP_COMPILED=exit it is stored at the end only, with all that ran until then.
 */
const KEEP_AFTER_MS = 5000;

/**
 * @param {string} file one function expression with the parameters of a CommonJS module
 * @param {{ require: NodeJS.Require, use: string }} options `use`: the command; each has a compiled form of its own, with the
 *   functions that it runs
 * @returns {any} the module's exports
 */
export function loadCompiled(file, { require, use }) {
  const source = readFileSync(file, "latin1");
  const id = ID.exec(source.slice(-40))?.[1];
  const name = `${basename(file)}.${id}.${process.version}-${process.arch}.${use}.v8`;
  const isKept = id !== undefined && /^[a-z-]+$/.test(use);
  const folders = [dirname(file), ...userCache()];
  const cachedData = isKept ? readFirst(folders.map((folder) => join(folder, name))) : undefined;
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  // V8 also rejects a compiled form that was made with other V8 flags.
  if (isKept && (cachedData === undefined || script.cachedDataRejected === true)) {
    // V8 drops the code of functions that did not run for a while, and those of a first request run once.
    setFlagsFromString("--no-flush-bytecode");
    keepOnce(() => {
      // The compiled form is valid for the flags with which it was made.
      setFlagsFromString("--flush-bytecode");
      writeFirst(folders, name, script.createCachedData());
    });
  }
  const module = { exports: {} };
  script.runInThisContext()(require, module, module.exports, file, dirname(file));
  return module.exports;
}

/** Folder of compiled forms in the user's cache; none if the user has no home, as in a container. */
function userCache() {
  const { XDG_CACHE_HOME, HOME } = process.env;
  const cache = XDG_CACHE_HOME || (HOME && join(HOME, ".cache"));
  return cache ? [join(cache, "kiln")] : [];
}

/** @param {readonly string[]} files */
function readFirst(files) {
  for (const file of files) {
    try {
      return readFileSync(file);
    } catch {
      // A missing or unreadable compiled form only makes the start slower.
    }
  }
  return undefined;
}

/** @param {() => void} keep called once, at an end with code 0 or after a while */
function keepOnce(keep) {
  const isAtExit = process.env.KILN_KEEP_COMPILED === "exit";
  const timer = setTimeout(
    () => {
      process.off("exit", onExit);
      keep();
    },
    isAtExit ? 2 ** 30 : KEEP_AFTER_MS,
  ).unref();
  const onExit = (/** @type {number} */ code) => {
    clearTimeout(timer);
    if (code === 0) {
      keep();
    }
  };
  process.once("exit", onExit);
}

/**
 * Writes into the first folder that is writable, and removes compiled forms of other bundles and other versions of
 * Node.
 * @param {readonly string[]} folders
 * @param {string} name
 * @param {Uint8Array} bytes
 */
function writeFirst(folders, name, bytes) {
  for (const folder of folders) {
    try {
      mkdirSync(folder, { recursive: true });
      writeDurably(join(folder, name), bytes);
      removeOthers(folder, name);
      return;
    } catch {
      // The folder is read-only or full: the next one is tried, or no compiled form is stored.
    }
  }
}

/**
 * Renames the file when it is complete and durable, because V8 does not notice a damaged compiled form.
 * @param {string} file
 * @param {Uint8Array} bytes
 */
function writeDurably(file, bytes) {
  const part = `${file}.${process.pid}`;
  const descriptor = openSync(part, "wx", 0o644);
  try {
    writeSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(part, file);
}

/**
 * @param {string} folder
 * @param {string} name its last parts are the command and "v8"
 */
function removeOthers(folder, name) {
  const own = name.split(".").slice(0, -2).join(".");
  for (const other of readdirSync(folder)) {
    if (other.endsWith(".v8") && !other.startsWith(own)) {
      rmSync(join(folder, other), { force: true });
    }
  }
}
