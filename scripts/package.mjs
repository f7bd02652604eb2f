#!/usr/bin/env node
// Creates the npm package: the command, the server as a library and the entry point for tests. Everything of this
// workspace is bundled; the package depends only on code that cannot be bundled.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bundleCommand, bundleCommonJs, bundleModules, EXTERNAL } from "./bundle.mjs";
import { copyTypes } from "./package/copy-types.mjs";
import { buildWebPages } from "./web-pages.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const PACKAGES = join(ROOT, "packages");
const CLI = join(PACKAGES, "cli");

/** Name on the registry, where `kiln` belongs to another project. The command is called kiln. */
export const PACKAGE_NAME = "kiln-apiserver";

/** Entry points of the package beside its command: exports in its package.json, and where they are built. */
const ENTRIES = [
  { subpath: ".", name: "index" },
  { subpath: "./testing", name: "testing" },
];

/** @returns {string} the folder as it would be packed */
export async function stagePackage(folder = join(ROOT, "out", "npm")) {
  rmSync(folder, { recursive: true, force: true });
  const built = (/** @type {string} */ name) => join(CLI, "dist", "library", name);
  const more = Object.fromEntries(ENTRIES.map(({ name }) => [name, built(`${name}.js`)]));
  await bundleCommand(join(folder, "dist", "bundle"));
  await bundleModules(join(folder, "dist", "bundle"), more);
  await bundleLibrary(join(folder, "dist", "commonjs"));
  await buildWebPages({ out: join(folder, "dist", "pages") });
  const entries = ENTRIES.map(({ name }) => built(`${name}.d.ts`));
  const outside = copyTypes({ entries, packages: PACKAGES, target: join(folder, "types") });
  if (outside.length > 0) {
    throw new Error(`types of the package need ${outside.join(", ")}: bundle or depend on them`);
  }
  // The types of ES modules and of CommonJS are the same text; Node chooses by the folder.
  copyTypes({ entries, packages: PACKAGES, target: join(folder, "types-commonjs") });
  writeFileSync(join(folder, "types-commonjs", "package.json"), toJson({ type: "commonjs" }));
  for (const name of ["kiln.mjs", "load-compiled.mjs"]) {
    copy(join(CLI, "bin", name), join(folder, "bin", name));
  }
  for (const name of ["LICENSE", "CHANGELOG.md", "scripts/package/README.md"]) {
    copy(join(ROOT, name), join(folder, basename(name)));
  }
  writeFileSync(join(folder, "package.json"), toJson(describePackage()));
  return folder;
}

/** CommonJS has no shared chunks: one file contains all entry points, and each entry point is a file of one line. */
async function bundleLibrary(/** @type {string} */ folder) {
  const lines = ENTRIES.map(({ name }) => `export * as ${name} from "./${name}.js";`);
  const source = {
    contents: lines.join("\n"),
    resolveDir: join(CLI, "dist", "library"),
    loader: /** @type {const} */ ("js"),
  };
  await bundleCommonJs(join(folder, "library.cjs"), source);
  for (const { name } of ENTRIES) {
    writeFileSync(join(folder, `${name}.cjs`), `module.exports = require("./library.cjs").${name};\n`);
  }
}

/** Package.json of the published package, derived from those of the workspace. */
export function describePackage() {
  const { version, license, imports, bin } = readJson(join(CLI, "package.json"));
  const { engines } = readJson(join(ROOT, "package.json"));
  return {
    name: PACKAGE_NAME,
    version,
    description:
      "A Kubernetes-compatible API server that starts in a third of a second, for tests and small control planes.",
    keywords: ["kubernetes", "apiserver", "crd", "testing", "envtest", "operator", "kubectl", "k8s"],
    license,
    type: "module",
    engines,
    bin,
    imports,
    exports: {
      ...Object.fromEntries(ENTRIES.map(({ subpath, name }) => [subpath, exportOf(name)])),
      "./package.json": "./package.json",
    },
    files: ["bin", "dist", "types", "types-commonjs", "CHANGELOG.md"],
    dependencies: externalDependencies(),
    publishConfig: { access: "public", provenance: true },
  };
}

/** @param {string} name */
function exportOf(name) {
  return {
    import: { types: `./types/cli/dist/library/${name}.d.ts`, default: `./dist/bundle/${name}.js` },
    require: { types: `./types-commonjs/cli/dist/library/${name}.d.ts`, default: `./dist/commonjs/${name}.cjs` },
  };
}

/** Dependencies that are not bundled, in the version that a package of the workspace declares. */
function externalDependencies() {
  const declared = ["store", "markers"].map((name) => readJson(join(PACKAGES, name, "package.json")).dependencies);
  const all = Object.assign({}, ...declared);
  return Object.fromEntries(EXTERNAL.map((name) => [name, all[name]]));
}

/** @param {string} folder as {@link stagePackage} left it */
export function packPackage(folder, out = join(ROOT, "out", "kiln.tgz")) {
  const target = dirname(out);
  mkdirSync(target, { recursive: true });
  const text = execFileSync("npm", ["pack", folder, "--json", "--silent", "--pack-destination", target], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const [{ filename }] = JSON.parse(text);
  renameSync(join(target, filename), out);
  return out;
}

/**
 * @param {string} source
 * @param {string} target
 */
function copy(source, target) {
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(source, target);
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** @param {unknown} value */
function toJson(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(process.argv.slice(2));
}

/**
 * Without arguments, creates the npm package; `--executable` creates the executable of this platform,
 * `--executable=NAME,NAME` those of others.
 * @param {readonly string[]} args
 */
async function main(args) {
  const { values } = parseArgs({
    args: args.map((arg) => arg.replace(/^--executable$/, "--executable=")),
    options: { executable: { type: "string" } },
  });
  if (values.executable === undefined) {
    report(packPackage(await stagePackage()), PACKAGE_NAME);
    return;
  }
  const { hostName, makeExecutable } = await import("./package/executable.mjs");
  for (const name of values.executable === "" ? [hostName()] : values.executable.split(",")) {
    const suffix = name.startsWith("win") ? ".exe" : "";
    report(await makeExecutable(name, join(ROOT, "out", `kiln-${name}${suffix}`)), "kiln");
  }
}

/**
 * @param {string} file
 * @param {string} what
 */
function report(file, what) {
  console.log(`${file}: ${what}, ${(statSync(file).size / 1e6).toFixed(1)} MB`);
}
