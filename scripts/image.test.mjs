import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildImage, ENTRYPOINT, libraries } from "./image.mjs";

const folder = mkdtempSync(join(tmpdir(), "kiln-image-"));
const root = join(folder, "root");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path) => JSON.parse(readFileSync(join(folder, path), "utf8"));
const blobOf = ({ digest }) => `blobs/${digest.replace(":", "/")}`;

describe.skipIf(process.platform !== "linux")("the image", () => {
  let manifest;
  beforeAll(() => {
    // What is inside counts, not how small it is.
    writeFileSync(join(folder, "image.tar"), buildImage({ name: "kiln-snapshot:test", gzipLevel: 1 }));
    execFileSync("tar", ["-xf", "image.tar"], { cwd: folder });
    manifest = read(blobOf(read("index.json").manifests[0]));
    execFileSync("mkdir", [root]);
    execFileSync("tar", ["-xzf", join(folder, blobOf(manifest.layers[0])), "-C", root]);
  }, 60_000);

  it("says what it is, to OCI and to docker load", () => {
    const config = read(blobOf(manifest.config));
    expect(config.config).toMatchObject({ Entrypoint: ENTRYPOINT, User: "65532:65532" });
    expect(read("manifest.json")).toEqual([
      { Config: blobOf(manifest.config), RepoTags: ["kiln-snapshot:test"], Layers: [blobOf(manifest.layers[0])] },
    ]);
  });

  it("runs with nothing but what is in it", () => {
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
    const help = execFileSync(String(loader), [...program, "--help"], { env: {}, encoding: "utf8" });
    expect(help).toContain("--tls-private-key-file");
  }, 30_000);
});
