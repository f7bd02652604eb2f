// Creates a single file that needs neither Node nor npm: the command as one script and the native parts of its
// libraries, injected into a platform's Node (Node's single executable applications). Node and native parts of other
// platforms come from the registry, so any machine can create all of the files.

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleCommonJs } from "../bundle.mjs";
import { buildWebPages, listPageAssets } from "../web-pages.mjs";
import { fetchPackage } from "./fetch-package.mjs";
import { PLATFORMS } from "./platforms.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "..", "..");
const CLI = join(ROOT, "packages", "cli");
const require = createRequire(import.meta.url);

/** Marker in Node's binary, by which Node detects an injected script. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

const MAIN = `import { main } from "./main.js";
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") {
    throw error;
  }
  // Exit code of shells for a program ended by SIGPIPE.
  process.exit(141);
});
main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});`;

/**
 * @param {string} name of one of {@link PLATFORMS}
 * @param {string} out
 */
export async function makeExecutable(name, out) {
  const platform = PLATFORMS.find((each) => each.name === name);
  if (platform === undefined) {
    throw new Error(`there is no platform ${name}: ${PLATFORMS.map((each) => each.name).join(", ")}`);
  }
  const work = `${out}.parts`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  await bundleCommonJs(
    join(work, "kiln.cjs"),
    { contents: MAIN, resolveDir: join(CLI, "dist"), loader: "js" },
    { external: [], plugins: [nativeParts], target: "node24" },
  );
  const pages = join(work, "pages");
  await buildWebPages({ out: pages });
  const program = join(work, "node");
  copyFileSync(join(fetchPackage(platform.node), platform.nodeFile), program);
  chmodSync(program, 0o755);
  const isOwn = name === hostName();
  if (isOwn) {
    strip(program);
  }
  const blob = prepareBlob(platform, { work, isOwn });
  inject(program, blob, name);
  renameSync(program, out);
  rmSync(work, { recursive: true, force: true });
  return out;
}

/** Libraries that load a native part from disk get it from the executable instead. */
const nativeParts = {
  name: "native parts",
  setup(/** @type {import("esbuild").PluginBuild} */ build) {
    const helper = JSON.stringify(join(HERE, "native-part.cjs"));
    const texts = {
      "node-gyp-build-optional-packages": `module.exports = () => require(${helper}).loadNativePart("lmdb.node");`,
      // Optional accelerator of lmdb's serializer, which Kiln does not use.
      "msgpackr-extract": 'throw new Error("not in this executable");',
      "oxc-parser": `module.exports = require(${helper}).withNativePart("oxc-parser.node", (file) => {
        process.env.NAPI_RS_NATIVE_LIBRARY_PATH = file;
        return require(${JSON.stringify(require.resolve("oxc-parser"))});
      });`,
    };
    const filter = new RegExp(`^(${Object.keys(texts).join("|")})$`);
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: "native" }));
    build.onLoad({ filter: /./, namespace: "native" }, ({ path }) => ({
      contents: texts[/** @type {keyof texts} */ (path)],
      resolveDir: HERE,
    }));
  },
};

/**
 * @param {import("./platforms.mjs").Platform} platform
 * @param {{ work: string, isOwn: boolean }} options
 */
function prepareBlob(platform, { work, isOwn }) {
  const assets = Object.fromEntries(
    platform.natives.flatMap(({ asset, from, file, isOptional = false }) => {
      try {
        return [[asset, join(fetchPackage(from), file)]];
      } catch (error) {
        if (!isOptional) {
          throw error;
        }
        console.error(`${platform.name}: ${from} cannot be had; kiln generate will not read TypeScript there`);
        return [];
      }
    }),
  );
  const config = {
    main: join(work, "kiln.cjs"),
    output: join(work, "kiln.blob"),
    disableExperimentalSEAWarning: true,
    // Compiled code works only in the Node that compiled it.
    useCodeCache: isOwn,
    assets: {
      ...assets,
      ...listPageAssets(join(work, "pages"), join(work, "pages.json")),
      "package.json": join(CLI, "package.json"),
    },
  };
  writeFileSync(join(work, "sea.json"), JSON.stringify(config));
  // The Node that runs the blob also prepares it; for another platform, this machine's Node of nearly the same version
  // does.
  const own = PLATFORMS.find((each) => each.name === hostName());
  const node = own === undefined ? process.execPath : join(fetchPackage(own.node), own.nodeFile);
  execFileSync(node, ["--experimental-sea-config", join(work, "sea.json")], { stdio: "pipe" });
  return config.output;
}

/**
 * Runs in a process of its own, because postject prints warnings about sections that it skips.
 * @param {string} program
 * @param {string} blob
 * @param {string} name
 */
function inject(program, blob, name) {
  const segment = name.startsWith("darwin") ? ["--macho-segment-name", "NODE_SEA"] : [];
  const args = [require.resolve("postject/dist/cli.js"), program, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE];
  execFileSync(process.execPath, [...args, ...segment], { stdio: "pipe" });
}

/** Removes symbols for debuggers: 17 of 127 MB. Without the program strip the file is larger. */
function strip(/** @type {string} */ program) {
  try {
    execFileSync("strip", [program], { stdio: "ignore" });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOENT") {
      throw error;
    }
  }
}

export function hostName() {
  const system = process.platform === "win32" ? "win" : process.platform;
  return `${system}-${process.arch}`;
}
