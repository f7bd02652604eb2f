#!/usr/bin/env node
// Puts the kiln command, Node, and the libraries that it needs into an OCI image: no daemon, no base image. This machine's
// platform needs nothing from a network. The file can be loaded by docker, podman, containerd and skopeo.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { foreignRoot } from "./foreign-root.mjs";
import { storeFiles } from "./server-store.mjs";
import { writeTar } from "./tar.mjs";

const CLI = join(dirname(fileURLToPath(import.meta.url)), "..", "packages", "cli");

const OWN_ARCHITECTURE = { x64: "amd64" }[/** @type {string} */ (process.arch)] ?? process.arch;

/** @typedef {import("./tar.mjs").TarEntry} TarEntry */

/** Default command; arguments of manifests follow it. */
export const ENTRYPOINT = ["/usr/local/bin/node", "/kiln/bin/kiln.mjs", "snapshot", "webhook"];

/** The same for the image of the server: `docker run -p 6443:6443 kiln:TAG` serves, other words are other commands. */
export const SERVER = {
  Entrypoint: ["/usr/local/bin/node", "/kiln/bin/kiln.mjs"],
  Cmd: ["serve", "--listen", "0.0.0.0:6443", "--data-dir", "/data/kiln"],
  ExposedPorts: { "6443/tcp": {} },
  Volumes: { "/data": {} },
};

/** User and group of the process, unless a Pod sets others. */
export const USER = "65532:65532";

/**
 * @typedef {{ architecture: string, files: readonly TarEntry[] }} Platform
 * Node and its libraries for one architecture, as OCI spells it.
 */

/**
 * @param {{ name: string, gzipLevel?: number, platforms?: readonly Platform[], isServer?: boolean }} options this machine's
 *   platform if absent; `isServer`: with the embedded store, and what starts is the server
 * @returns {Buffer} an OCI layout as a tar archive, with what `docker load` looks for: the first platform
 */
export function buildImage({ name, gzipLevel = 6, platforms = [ownPlatform()], isServer = false }) {
  const version = JSON.parse(readFileSync(join(CLI, "package.json"), "utf8")).version;
  const built = platforms.map((platform) => buildPlatform({ platform, version, gzipLevel, isServer }));
  const annotations = {
    "org.opencontainers.image.ref.name": name.split(":")[1] ?? "latest",
    "io.containerd.image.name": name,
  };
  const [first] = built;
  if (first === undefined) {
    throw new Error("an image needs at least one platform");
  }
  const index = toJson({
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.index.v1+json",
    manifests: built.map(({ descriptor }) => descriptor),
  });
  const top = built.length === 1 ? first.descriptor : describe("index.v1+json", index);
  return writeTar([
    { path: "oci-layout", content: toJson({ imageLayoutVersion: "1.0.0" }) },
    { path: "index.json", content: toJson({ schemaVersion: 2, manifests: [{ ...top, annotations }] }) },
    {
      path: "manifest.json",
      content: toJson([{ Config: first.config.path, RepoTags: [name], Layers: [first.layer.path] }]),
    },
    ...built.flatMap(({ layer, config, manifest }) => [layer, config, manifest]),
    ...(built.length === 1 ? [] : [blob(index)]),
  ]);
}

/** @param {{ platform: Platform, version: string, gzipLevel: number, isServer: boolean }} options */
function buildPlatform({ platform: { architecture, files }, version, gzipLevel, isServer }) {
  const isOwn = architecture === OWN_ARCHITECTURE;
  const more = isServer ? [...storeFiles(architecture, { isOwn }), { path: "data", mode: 0o1777 }] : [];
  const layer = writeTar(layerEntries([...files, ...more]));
  const packed = gzipSync(layer, { level: gzipLevel });
  const config = toJson({
    architecture,
    os: "linux",
    config: {
      User: USER,
      Env: ["PATH=/usr/local/bin", "NODE_ENV=production", "HOME=/tmp", "KILN_RUN_AS=65532"],
      ...(isServer ? SERVER : { Entrypoint: ENTRYPOINT }),
      WorkingDir: "/kiln",
      Labels: {
        "org.opencontainers.image.title": "kiln",
        "org.opencontainers.image.description": "kiln snapshot, kiln agent and the other commands of Kiln",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": "Apache-2.0",
      },
    },
    rootfs: { type: "layers", diff_ids: [`sha256:${digest(layer)}`] },
  });
  const manifest = toJson({
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.manifest.v1+json",
    config: describe("config.v1+json", config),
    layers: [describe("layer.v1.tar+gzip", packed)],
  });
  const descriptor = { ...describe("manifest.v1+json", manifest), platform: { architecture, os: "linux" } };
  return { layer: blob(packed), config: blob(config), manifest: blob(manifest), descriptor };
}

/**
 * @param {string} type
 * @param {Buffer} bytes
 */
function describe(type, bytes) {
  return {
    mediaType: `application/vnd.oci.image.${type}`,
    digest: `sha256:${digest(bytes)}`,
    size: bytes.length,
  };
}

/**
 * @param {Buffer} bytes
 * @returns {TarEntry & { content: Buffer }}
 */
function blob(bytes) {
  return { path: `blobs/sha256/${digest(bytes)}`, content: bytes };
}

/** @returns {Platform} */
function ownPlatform() {
  const node = file("usr/local/bin/node", process.execPath, 0o755);
  const files = [node, ...libraries(process.execPath).map((path) => file(path.slice(1), path, 0o755))];
  return { architecture: OWN_ARCHITECTURE, files };
}

/**
 * @param {readonly TarEntry[]} platformFiles
 * @returns {TarEntry[]}
 */
function layerEntries(platformFiles) {
  const files = [
    ...platformFiles,
    ...folder("kiln/bin", join(CLI, "bin")),
    ...folder("kiln/dist/bundle", join(CLI, "dist", "bundle")),
    file("kiln/package.json", join(CLI, "package.json")),
    { path: "etc/passwd", content: Buffer.from("kiln:x:65532:65532::/tmp:/none\n") },
    { path: "etc/group", content: Buffer.from("kiln:x:65532:\n") },
  ];
  const folders = new Set(files.flatMap(({ path }) => parentsOf(path)));
  return [...[...folders].sort().map((path) => ({ path })), { path: "tmp", mode: 0o1777 }, ...files];
}

/**
 * @param {string} path
 * @param {string} source
 * @param {number} [mode]
 * @returns {TarEntry}
 */
function file(path, source, mode = 0o644) {
  return { path, content: readFileSync(realpathSync(source)), mode };
}

/**
 * @param {string} path
 * @param {string} source
 */
function folder(path, source) {
  const names = readdirSync(source).sort();
  return names.filter((name) => !name.endsWith(".map")).map((name) => file(`${path}/${name}`, join(source, name)));
}

/**
 * Where the loader of this machine finds them: the image keeps their places.
 *
 * @param {string} program
 */
export function libraries(program) {
  const text = execFileSync("ldd", [program], { encoding: "utf8" });
  const paths = [...text.matchAll(/(\/\S+)(?= \(0x)/g)].map(([path]) => path);
  return [...new Set(paths)].filter((path) => existsSync(path));
}

/** @param {string} path */
function parentsOf(path) {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** @param {unknown} value */
function toJson(value) {
  return Buffer.from(JSON.stringify(value));
}

/** @param {Buffer} bytes */
function digest(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

const USAGE = "usage: npm run image -- [--server] [FILE [NAME:TAG [linux/amd64,linux/arm64]]]";

/** @param {readonly string[]} args */
function main(args) {
  const isServer = args[0] === "--server";
  const title = isServer ? "kiln" : "kiln-snapshot";
  const [out = `${title}.tar`, name = `${title}:0.1.0`, wanted = "linux/amd64,linux/arm64"] = args.slice(
    isServer ? 1 : 0,
  );
  const architectures = wanted.split(",").map((each) => {
    const [os, architecture] = each.split("/");
    if (os !== "linux" || architecture === undefined) {
      throw new Error(`${each} is not a platform such as linux/amd64; ${USAGE}`);
    }
    return architecture;
  });
  const platforms = architectures.map((architecture) =>
    architecture === OWN_ARCHITECTURE ? ownPlatform() : { architecture, files: foreignRoot(architecture) },
  );
  const image = buildImage({ name, platforms, isServer });
  writeFileSync(out, image);
  console.log(`${out}: ${name} for ${wanted}, ${Math.round(image.length / 1e6)} MB`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error(`image: ${error instanceof Error ? error.message : error}`);
    console.error(
      `linux/${OWN_ARCHITECTURE} alone needs nothing from a network: name it as the third argument. ${USAGE}`,
    );
    process.exitCode = 1;
  }
}
