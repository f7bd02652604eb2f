#!/usr/bin/env node
// Puts the kiln command, the node that runs this, and the libraries that it needs into an OCI image: no daemon, no base
// image, nothing from a network. The file can be loaded by docker, podman, containerd and skopeo.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { writeTar } from "./tar.mjs";

const CLI = join(dirname(fileURLToPath(import.meta.url)), "..", "packages", "cli");

/** @typedef {import("./tar.mjs").TarEntry} TarEntry */

/** What starts if nothing else is said; arguments of manifests follow it. */
export const ENTRYPOINT = ["/usr/local/bin/node", "/kiln/bin/kiln.mjs", "snapshot", "webhook"];

/**
 * @param {{ name: string, gzipLevel?: number }} options
 * @returns {Buffer} an OCI layout as a tar archive, with what `docker load` looks for
 */
export function buildImage({ name, gzipLevel = 6 }) {
  const layer = writeTar(layerEntries());
  const packed = gzipSync(layer, { level: gzipLevel });
  const config = toJson({
    architecture: { x64: "amd64" }[process.arch] ?? process.arch,
    os: "linux",
    config: {
      // Starts as root where the pod does not say otherwise, and goes on as this user once it listens: manifests from
      // before have it listen on port 443.
      Env: ["PATH=/usr/local/bin", "NODE_ENV=production", "HOME=/tmp", "KILN_RUN_AS=65532"],
      Entrypoint: ENTRYPOINT,
      WorkingDir: "/kiln",
    },
    rootfs: { type: "layers", diff_ids: [`sha256:${digest(layer)}`] },
  });
  const describe = (/** @type {string} */ type, /** @type {Buffer} */ bytes) => ({
    mediaType: `application/vnd.oci.image.${type}`,
    digest: `sha256:${digest(bytes)}`,
    size: bytes.length,
  });
  const manifest = toJson({
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.manifest.v1+json",
    config: describe("config.v1+json", config),
    layers: [describe("layer.v1.tar+gzip", packed)],
  });
  const annotations = {
    "org.opencontainers.image.ref.name": name.split(":")[1] ?? "latest",
    "io.containerd.image.name": name,
  };
  const blob = (/** @type {Buffer} */ bytes) => ({ path: `blobs/sha256/${digest(bytes)}`, content: bytes });
  const [layerBlob, configBlob, manifestBlob] = [blob(packed), blob(config), blob(manifest)];
  return writeTar([
    { path: "oci-layout", content: toJson({ imageLayoutVersion: "1.0.0" }) },
    {
      path: "index.json",
      content: toJson({ schemaVersion: 2, manifests: [{ ...describe("manifest.v1+json", manifest), annotations }] }),
    },
    {
      path: "manifest.json",
      content: toJson([{ Config: configBlob.path, RepoTags: [name], Layers: [layerBlob.path] }]),
    },
    layerBlob,
    configBlob,
    manifestBlob,
  ]);
}

/** @returns {TarEntry[]} */
function layerEntries() {
  const files = [
    file("usr/local/bin/node", process.execPath, 0o755),
    ...libraries(process.execPath).map((path) => file(path.slice(1), path, 0o755)),
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [out = "kiln-snapshot.tar", name = "kiln-snapshot:0.1.0"] = process.argv.slice(2);
  const image = buildImage({ name });
  writeFileSync(out, image);
  console.log(`${out}: ${name}, ${Math.round(image.length / 1e6)} MB`);
}
