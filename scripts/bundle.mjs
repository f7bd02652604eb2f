#!/usr/bin/env node
// Bundles the kiln command into one script, which starts several times faster than hundreds of modules: code that V8 compiled
// at one start serves the next ones (bin/load-compiled.mjs). Modules imported on demand run on demand.

import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { compileServe } from "./compile-serve.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const BUILT = join(HERE, "..", "packages", "cli", "dist");
const MODULES = join(HERE, "..", "node_modules");

/** Packages with native code, which cannot be bundled: they load their binary from their own folder. */
export const EXTERNAL = ["lmdb", "oxc-parser"];

/**
 * Node modules that are imported lazily. An import reads all exports, and some of them load much of Node: `WebSocket`
 * of node:http loads all of fetch (26 ms of the start on Node 24), `webcrypto` of node:crypto another set of
 * algorithms. A require reads none.
 */
const LAZY_BUILTINS = /^node:(http|https|crypto)$/;

/** @type {import("esbuild").Plugin} */
const requireBuiltins = {
  name: "require-builtins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: LAZY_BUILTINS }, ({ path, kind }) =>
      kind === "require-call" ? { path, external: true } : { path, namespace: "required" },
    );
    onLoad({ filter: LAZY_BUILTINS, namespace: "required" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/** Node modules that a server needs late or never: loaded on first use, because each takes 1 to 4 ms of every start. */
const LATE_BUILTINS = /^node:(child_process|http2|worker_threads|dgram|readline|zlib)$/;

/** @type {import("esbuild").Plugin} */
const lateBuiltins = {
  name: "late-builtins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: LATE_BUILTINS }, ({ path, kind }) =>
      kind === "require-call" ? { path, external: true } : { path, namespace: "late" },
    );
    onLoad({ filter: LATE_BUILTINS, namespace: "late" }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== "default");
      const getters = names.map((name) => `get ${name}() { return require(${JSON.stringify(path)}).${name}; }`);
      return { contents: `module.exports = { ${getters.join(", ")} };` };
    });
  },
};

/** lmdb's JavaScript is bundled into the command; its native part stays in its package. */
const lmdbScript = {
  name: "lmdb-script",
  setup(/** @type {import("esbuild").PluginBuild} */ { onResolve, onLoad }) {
    onResolve({ filter: /^lmdb$/ }, () => ({ path: join(MODULES, "lmdb", "node-index.js") }));
    // Optional accelerator of lmdb's serializer, which Kiln does not use.
    onResolve({ filter: /^msgpackr-extract$/ }, () => ({ path: join(HERE, "package", "no-accelerator.cjs") }));
    onLoad({ filter: /[/\\]lmdb[/\\]native\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace("import.meta.url", 'urlOf("lmdb")'),
    }));
  },
};

/** @type {import("esbuild").BuildOptions} */
export const SETTINGS = {
  bundle: true,
  platform: "node",
  target: "node20",
  external: EXTERNAL,
  plugins: [requireBuiltins],
  // Half the size takes half the time to read. Names are kept, so that stack traces are readable.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "warning",
};

/** Start of the bundle. `urlOf` resolves a package that is not bundled. */
const COMMAND_HEAD = `(function (require, module, exports, __filename, __dirname) {
const { pathToFileURL: toUrl } = require("node:url");
const importMetaUrl = toUrl(__filename).href;
const urlOf = (name) => toUrl(require.resolve(name)).href;`;

/**
 * The command as one function expression, `kiln.cjs`, and the scripts of its threads, which are looked for beside it.
 *
 * @param {string} outdir emptied first
 */
export async function bundleCommand(outdir) {
  rmSync(outdir, { recursive: true, force: true });
  const outfile = join(outdir, "kiln.cjs");
  await build({
    ...SETTINGS,
    external: EXTERNAL.filter((name) => name !== "lmdb"),
    plugins: [lmdbScript, requireBuiltins, lateBuiltins],
    entryPoints: [join(BUILT, "main.js")],
    outfile,
    format: "cjs",
    define: { "import.meta.url": "importMetaUrl" },
    // V8's compiled form does not support import().
    supported: { "dynamic-import": false },
    banner: { js: COMMAND_HEAD },
    footer: { js: "})" },
  });
  const source = readFileSync(outfile, "utf8");
  const id = createHash("sha256").update(source).digest("hex").slice(0, 16);
  writeFileSync(outfile, `${source}// id ${id}\n`);
}

/**
 * ES modules: the scripts of the command's threads (looked for beside the file that starts them), and `more`.
 *
 * @param {string} outdir
 * @param {Record<string, string>} [more]
 */
export async function bundleModules(outdir, more = {}) {
  await build({
    ...SETTINGS,
    entryPoints: {
      "lint-thread": join(BUILT, "lint", "lint-thread.js"),
      "check-thread": join(BUILT, "check", "check-thread.js"),
      ...more,
    },
    outdir,
    splitting: true,
    format: "esm",
    // Bundled CommonJS packages call require for Node's own modules.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
  });
}

/**
 * One CommonJS file.
 *
 * @param {string} outfile
 * @param {import("esbuild").StdinOptions} source
 * @param {import("esbuild").BuildOptions} [more]
 */
export async function bundleCommonJs(outfile, source, more = {}) {
  await build({
    ...SETTINGS,
    stdin: source,
    outfile,
    format: "cjs",
    define: { "import.meta.url": "importMetaUrl" },
    banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    ...more,
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const outdir = join(BUILT, "bundle");
  await bundleCommand(outdir);
  await bundleModules(outdir);
  await compileServe(join(BUILT, "..", "bin", "kiln.mjs"));
}
