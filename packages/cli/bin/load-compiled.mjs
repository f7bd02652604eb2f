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
import { Script } from "node:vm";

/** The bundle's last line is this and a hash of it: V8 compares nothing but its length with that of a compiled form. */
const ID = /\/\/ id ([0-9a-f]{16})\s*$/;
/** A server that is killed later leaves its compiled form too. */
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
  // Another set of V8's flags makes a compiled form useless, too.
  if (isKept && (cachedData === undefined || script.cachedDataRejected === true)) {
    keepOnce(() => writeFirst(folders, name, script.createCachedData()));
  }
  const module = { exports: {} };
  script.runInThisContext()(require, module, module.exports, file, dirname(file));
  return module.exports;
}

/** None where the user has no home, as in a container. */
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
      // Absent or unreadable: the start takes longer, no more.
    }
  }
  return undefined;
}

/** @param {() => void} keep called once, at an end with code 0 or after a while */
function keepOnce(keep) {
  const timer = setTimeout(() => {
    process.off("exit", onExit);
    keep();
  }, KEEP_AFTER_MS).unref();
  const onExit = (/** @type {number} */ code) => {
    clearTimeout(timer);
    if (code === 0) {
      keep();
    }
  };
  process.once("exit", onExit);
}

/**
 * Into the first folder that can be written, in place of compiled forms of other bundles and of other versions of Node.
 *
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
      // Read-only or full: the next folder, or no compiled form.
    }
  }
}

/**
 * V8 does not notice a damaged form: it gets its name only when it is complete and on disk.
 *
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
