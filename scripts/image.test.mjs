import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildImage, ENTRYPOINT, libraries, SERVER, USER } from "./image.mjs";

const folder = mkdtempSync(join(tmpdir(), "kiln-image-"));
const root = join(folder, "root");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Command that runs a program in a root file system. Users other than root get a user namespace in which they are root.
 */
function inRoot(program, ...args) {
  const command = ["chroot", root, program, ...args];
  return process.getuid() === 0 ? command : ["unshare", "--map-root-user", ...command];
}

const read = (path) => JSON.parse(readFileSync(join(folder, path), "utf8"));
const blobOf = ({ digest }) => `blobs/${digest.replace(":", "/")}`;

describe.skipIf(process.platform !== "linux")("the image", () => {
  let manifest;
  beforeAll(() => {
    // Uncompressed, because contents are compared.
    writeFileSync(join(folder, "image.tar"), buildImage({ name: "kiln-snapshot:test", gzipLevel: 1 }));
    execFileSync("tar", ["-xf", "image.tar"], { cwd: folder });
    manifest = read(blobOf(read("index.json").manifests[0]));
    execFileSync("mkdir", [root]);
    execFileSync("tar", ["-xzf", join(folder, blobOf(manifest.layers[0])), "-C", root]);
  }, 60_000);

  it("says what it is, to OCI and to docker load", () => {
    const config = read(blobOf(manifest.config));
    expect(config.config).toMatchObject({ Entrypoint: ENTRYPOINT, User: USER });
    expect(config.config.Labels).toMatchObject({ "org.opencontainers.image.title": "kiln" });
    expect(read("manifest.json")).toEqual([
      { Config: blobOf(manifest.config), RepoTags: ["kiln-snapshot:test"], Layers: [blobOf(manifest.layers[0])] },
    ]);
  });

  it("has one index for several platforms, the same bytes each time", () => {
    const node = { path: "usr/local/bin/node", content: Buffer.from("node"), mode: 0o755 };
    const platforms = ["amd64", "arm64"].map((architecture) => ({ architecture, files: [node] }));
    const build = () => buildImage({ name: "kiln:test", gzipLevel: 1, platforms });
    const image = build();
    expect(build().equals(image)).toBe(true);
    const both = join(folder, "both");
    execFileSync("mkdir", [both]);
    writeFileSync(join(both, "image.tar"), image);
    execFileSync("tar", ["-xf", "image.tar"], { cwd: both });
    const readIn = (path) => JSON.parse(readFileSync(join(both, path), "utf8"));
    const [top] = readIn("index.json").manifests;
    expect(top.mediaType).toBe("application/vnd.oci.image.index.v1+json");
    const { manifests } = readIn(blobOf(top));
    expect(manifests.map(({ platform }) => platform)).toEqual(
      ["amd64", "arm64"].map((architecture) => ({ architecture, os: "linux" })),
    );
    const configs = manifests.map((each) => readIn(blobOf(readIn(blobOf(each)).config)));
    expect(configs.map(({ architecture }) => architecture)).toEqual(["amd64", "arm64"]);
  });

  it("serves with the arguments of sample manifests, on a free port, and with nothing but what is in it", async () => {
    const inside = libraries(process.execPath).map((path) => join(root, path));
    expect(inside.filter((path) => !existsSync(path))).toEqual([]);
    const loader = inside.find((path) => /\/ld-[^/]*$/.test(path));
    const [node = "", script = "", ...words] = ENTRYPOINT;
    const search = ["--library-path", [...new Set(inside.map((path) => dirname(path)))].join(":")];
    const program = [...search, join(root, node), join(root, script), ...words];
    const out = join(folder, "certificates");
    const certs = [...search, join(root, node), join(root, script), "snapshot", "certs", "--out", out];
    execFileSync(String(loader), certs, { env: {} });
    expect(existsSync(join(out, "tls.crt"))).toBe(true);
    // Mode of a folder in a mounted Secret.
    chmodSync(folder, 0o755);
    chmodSync(join(out, "tls.key"), 0o644);
    const sample = [
      "webhook",
      `--tls-cert-file=${join(out, "tls.crt")}`,
      `--tls-private-key-file=${join(out, "tls.key")}`,
    ];
    const env = Object.fromEntries(read(blobOf(manifest.config)).config.Env.map((line) => line.split("=")));
    const child = spawn(String(loader), [...program, ...sample, "--port=0", "--probe-port=0"], { env });
    try {
      const said = await new Promise((resolve, reject) => {
        child.stdout.once("data", (chunk) => resolve(String(chunk)));
        child.stderr.once("data", (chunk) => reject(new Error(String(chunk))));
      });
      expect(said).toMatch(/^ready on port \d+/);
      const [, user] = /^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
      expect(Number(user)).toBe(process.getuid() === 0 ? 65532 : process.getuid());
    } finally {
      child.kill("SIGKILL");
    }
  }, 30_000);
});

describe.skipIf(process.platform !== "linux")("the image of the server", () => {
  it("serves from its own root file system, and keeps objects in its volume", async () => {
    rmSync(root, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
    execFileSync("mkdir", ["-p", root]);
    writeFileSync(join(folder, "image.tar"), buildImage({ name: "kiln:test", gzipLevel: 1, isServer: true }));
    execFileSync("tar", ["-xf", "image.tar"], { cwd: folder });
    const manifest = read(blobOf(read("index.json").manifests[0]));
    execFileSync("tar", ["-xzf", join(folder, blobOf(manifest.layers[0])), "-C", root]);
    const { Entrypoint, Cmd } = read(blobOf(manifest.config)).config;
    expect([Entrypoint, Cmd]).toEqual([SERVER.Entrypoint, SERVER.Cmd]);
    const words = Cmd.map((word) => (word === "0.0.0.0:6443" ? "127.0.0.1:0" : word));
    const [program, ...args] = inRoot(...Entrypoint, ...words);
    const child = spawn(program, args, { env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" } });
    try {
      const said = await new Promise((resolve, reject) => {
        child.once("error", reject);
        child.stdout.once("data", (chunk) => resolve(String(chunk)));
        child.stderr.once("data", (chunk) => reject(new Error(String(chunk))));
      });
      const [, url] = /^ready (\S+) in/.exec(said) ?? [];
      const answer = await new Promise((resolve, reject) => {
        get(`${url}/readyz`, { rejectUnauthorized: false }, resolve).on("error", reject);
      });
      answer.resume();
      expect(answer.statusCode).toBe(200);
      expect(existsSync(join(root, "data/kiln/data/FORMAT"))).toBe(true);
    } finally {
      child.kill("SIGKILL");
    }
  }, 120_000);
});
