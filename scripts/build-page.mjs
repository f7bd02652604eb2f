#!/usr/bin/env node
// Builds a web page of this workspace from its sources into a folder that any web server can host:
// `node scripts/build-page.mjs ROOT OUT`, for tests; the pages of the command have scripts of their own.

import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { printSecurityPolicy } from "../packages/page/dist/security-policy.js";

/**
 * @typedef {object} PageOptions
 * @property {string} root folder with index.html
 * @property {string} out emptied first
 * @property {boolean} hasServer the page sends requests to the server that it came from
 */

/**
 * @typedef {object} BuiltFile
 * @property {string} name
 * @property {number} bytes
 * @property {number} compressedBytes as gzip
 */

/**
 * @param {PageOptions} options
 * @returns {Promise<BuiltFile[]>}
 */
export async function buildPage({ root, out, hasServer }) {
  const resolve = { conditions: ["source", "browser", "module", "import", "default"] };
  /** @type {BuiltFile[]} */
  const files = [];
  await build({
    root,
    // Addresses are relative: the folder may be hosted below any path.
    base: "./",
    configFile: false,
    logLevel: "warn",
    resolve,
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    worker: { format: "es", rolldownOptions: { checks: { ineffectiveDynamicImport: false, pluginTimings: false } } },
    plugins: [addSecurityPolicy({ hasServer }), listFiles(files)],
    build: {
      outDir: out,
      emptyOutDir: true,
      target: "es2023",
      cssTarget: "chrome123",
      // Neither inline scripts nor data: addresses, which the security policy refuses.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 4_000,
      // Modules that the server imports on demand are in the first chunk of a page anyway.
      rolldownOptions: { checks: { ineffectiveDynamicImport: false, pluginTimings: false } },
    },
  });
  return files;
}

/** @param {{ hasServer: boolean }} needs */
function addSecurityPolicy(needs) {
  const content = printSecurityPolicy(needs);
  const attrs = { "http-equiv": "Content-Security-Policy", content };
  return {
    name: "kiln-security-policy",
    transformIndexHtml: () => [{ tag: "meta", attrs, injectTo: /** @type {const} */ ("head-prepend") }],
  };
}

/** @param {BuiltFile[]} files filled with what is written */
function listFiles(files) {
  return {
    name: "kiln-list-files",
    /** @type {(options: unknown, bundle: Record<string, { fileName: string, code?: string, source?: string | Uint8Array }>) => void} */
    writeBundle(_options, bundle) {
      for (const { fileName, code, source } of Object.values(bundle)) {
        const content = Buffer.from(code ?? source ?? "");
        files.push({ name: fileName, bytes: content.length, compressedBytes: gzipSync(content, { level: 9 }).length });
      }
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [root = "", out = ""] = process.argv.slice(2);
  await buildPage({ root, out, hasServer: false });
}
