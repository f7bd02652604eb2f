import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createManualClock } from "@kiln/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPodFolders } from "./pod-folders.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "kiln-pod-folders-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const open = () =>
  openPodFolders({ rootDir: join(root, "new"), clock: createManualClock(new Date(0)), fraction: () => 0.5 });
const payload = new Map([["a", { bytes: new Uint8Array([1]), mode: 0o644 }]]);

describe("openPodFolders()", () => {
  it("makes its root, writes volumes, and takes a pod away with all it has", async () => {
    const folders = await open();
    const volume = folders.openVolume("pods/u1/volumes/kubernetes.io~secret/v");
    expect(await volume.publish(payload)).toBe("written");
    expect(await folders.listPods()).toEqual(["u1"]);
    await volume.close?.();
    await folders.removePod("pods/u1");
    expect(await folders.listPods()).toEqual([]);
    await folders.removePod("pods/u1");
  });

  it("keeps other users of the node out of every folder above a volume, also of those that were open before", async () => {
    const old = join(root, "new", "pods");
    mkdirSync(old, { recursive: true, mode: 0o755 });
    chmodSync(old, 0o755);
    const folders = await open();
    await folders.openVolume("pods/u1/volumes/kubernetes.io~secret/v").publish(payload);
    const modes = ["", "u1", "u1/volumes", "u1/volumes/kubernetes.io~secret"].map(
      (path) => statSync(join(old, path)).mode & 0o777,
    );
    expect(modes).toEqual([0o750, 0o750, 0o750, 0o750]);
    expect(statSync(join(old, "u1/volumes/kubernetes.io~secret/v/a")).mode & 0o777).toBe(0o644);
  });

  it("makes a root that other users cannot enter", async () => {
    await open();
    expect(statSync(join(root, "new")).mode & 0o777).toBe(0o750);
  });

  it("remembers the record of a pod for as long as the pod has files", async () => {
    const folders = await open();
    await folders.openVolume("pods/u1/volumes/kubernetes.io~secret/v").publish(payload);
    expect(await folders.records.read("u1")).toBeUndefined();
    await folders.records.write("u1", "one");
    await folders.records.write("u1", "two");
    expect(await (await open()).records.read("u1")).toBe("two");
    expect(readdirSync(join(root, "new", "pods", "u1")).sort()).toEqual(["kiln-agent.json", "volumes"]);
    await folders.removePod("pods/u1");
    expect(await folders.records.read("u1")).toBeUndefined();
  });

  it.each([
    "pods/../volumes/kubernetes.io~secret/v",
    "pods/./volumes/kubernetes.io~secret/v",
    "pods//volumes/kubernetes.io~secret/v",
    "pods/a/b/volumes/kubernetes.io~secret/v",
    "pods/u1/volumes/kubernetes.io~secret/..",
    "pods/u1/volumes/kubernetes.io~secret/v/w",
    "pods/u1/volumes/kubernetes.io~secret/",
  ])("refuses the path %s", async (path) => {
    const folders = await open();
    expect(() => folders.openVolume(path)).toThrow("is no path of a volume");
  });

  it.each(["..", "a/b", ""])("refuses the uid %j", async (uid) => {
    const { records } = await open();
    await expect(async () => records.write(uid, "x")).rejects.toThrow("is no uid of a pod");
  });

  it("follows no link out of a pod's folder when it removes one", async () => {
    const folders = await open();
    const outside = join(root, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "precious"), "");
    mkdirSync(join(root, "new", "pods", "u1"));
    symlinkSync(outside, join(root, "new", "pods", "u1", "link"));
    symlinkSync(outside, join(root, "new", "pods", "u2"));
    await folders.removePod("pods/u1");
    await folders.removePod("pods/u2");
    expect([existsSync(join(outside, "precious")), await folders.listPods()]).toEqual([true, []]);
  });
});
