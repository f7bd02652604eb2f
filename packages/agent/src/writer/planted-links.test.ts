import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createSystemClock } from "@kiln/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readTree, temporaryFolder, textPayload } from "../testing/index.ts";
import { openVolume, type Volume, type VolumeOptions, type WriteStep } from "./volume.ts";

// Another process may write into the volume. Whatever it creates there, and whenever, nothing outside of the volume is
// written, changed or removed.

let folder: ReturnType<typeof temporaryFolder>;
let volumePath: string;
let outside: string;
let before: Record<string, string>;
beforeEach(() => {
  folder = temporaryFolder("planted");
  volumePath = join(folder.path, "volume");
  outside = join(folder.path, "outside");
  mkdirSync(volumePath);
  mkdirSync(join(outside, "d"), { recursive: true });
  writeFileSync(join(outside, "key"), "precious");
  writeFileSync(join(outside, "d/key"), "precious");
  before = readTree(outside);
});
afterEach(() => {
  expect(readTree(outside)).toEqual(before);
  folder.remove();
});

function volumeOf(options: Partial<VolumeOptions> = {}): Volume {
  const clock = createSystemClock(globalThis);
  return openVolume({ directory: volumePath, clock, fraction: Math.random, graceMs: 0, ...options });
}

const inside = (name: string) => join(volumePath, name);

describe("links that are there before", () => {
  it.each<[string, () => void]>([
    ["data outside", () => symlinkSync(outside, inside("..data"))],
    ["data above", () => symlinkSync("../outside", inside("..data"))],
    ["data that is the volume's parent", () => symlinkSync("..", inside("..data"))],
    ["unfinished data outside", () => symlinkSync(outside, inside("..data_tmp"))],
    ["an unfinished link outside", () => symlinkSync(join(outside, "key"), inside("..link_tmp"))],
    ["old data outside", () => symlinkSync(outside, inside("..2020_01_01_00_00_00.1"))],
    ["a name outside", () => symlinkSync(join(outside, "key"), inside("key"))],
    ["a folder's name outside", () => symlinkSync(outside, inside("d"))],
    ["a name that is gone, outside", () => symlinkSync(join(outside, "key"), inside("gone"))],
  ])("lead nowhere: %s", async (_, plant) => {
    plant();
    expect(await volumeOf().publish(textPayload({ key: "new", "d/key": "new" }))).toBe("written");
    expect(readFileSync(inside("key"), "utf8")).toBe("new");
    expect(readFileSync(inside("d/key"), "utf8")).toBe("new");
    expect(await volumeOf().publish(textPayload({ other: "new" }))).toBe("written");
  });

  it("lead nowhere inside old data, and inside data that is the current one", async () => {
    mkdirSync(inside("..2020_01_01_00_00_00.1"));
    symlinkSync(outside, inside("..2020_01_01_00_00_00.1/d"));
    symlinkSync(join(outside, "key"), inside("..2020_01_01_00_00_00.1/key"));
    symlinkSync("..2020_01_01_00_00_00.1", inside("..data"));
    expect(await volumeOf().publish(textPayload({ key: "precious", "d/key": "precious" }))).toBe("written");
    expect(lstatSync(inside("..data/d")).isDirectory()).toBe(true);
    expect(existsSync(inside("..2020_01_01_00_00_00.1"))).toBe(false);
  });

  it("are refused in the place of the volume", async () => {
    symlinkSync(outside, join(folder.path, "link"));
    for (const directory of [join(folder.path, "link"), join(folder.path, "link/")]) {
      await expect(volumeOf({ directory }).publish(new Map())).rejects.toMatchObject({ code: "no-directory" });
    }
  });

  it("are refused anywhere below the root", async () => {
    symlinkSync(outside, inside("link"));
    writeFileSync(inside("file"), "");
    for (const path of ["link", "link/d", "link/d/new", "file", "file/new"]) {
      const volume = volumeOf({ root: volumePath, directory: inside(path) });
      await expect(volume.publish(textPayload({ key: "new" }))).rejects.toMatchObject({ code: "no-directory" });
    }
    for (const directory of [outside, join(volumePath, "../outside"), `${volumePath}-other`, "relative"]) {
      const volume = volumeOf({ root: volumePath, directory });
      await expect(volume.publish(textPayload({ key: "new" }))).rejects.toMatchObject({ code: "no-directory" });
    }
    const volume = volumeOf({ root: volumePath, directory: inside("made/on/the way") });
    await volume.publish(textPayload({ key: "new" }));
    expect(readFileSync(inside("made/on/the way/key"), "utf8")).toBe("new");
  });
});

describe("links that come while it is written", () => {
  const newest = () => readdirSync(volumePath).filter((name) => /^\.\.\d/.test(name) && name !== current());
  const current = () => (existsSync(inside("..data")) ? readlinkSync(inside("..data")) : "");

  const attacks: readonly [string, WriteStep, () => void][] = [
    ["in the place of the new data", "write-file", () => swapNewest()],
    ["in the place of the new data, at the end", "link-data", () => swapNewest()],
    ["in the place of the finished data link", "swap", () => swapFor("..data_tmp", outside)],
    ["in the place of the unfinished data link", "link-data", () => symlinkSync(outside, inside("..data_tmp"))],
    ["in the place of the old data", "remove-old", () => swapNewest()],
    ["in the place of a name", "make-links", () => swapFor("key", join(outside, "key"))],
    ["in the place of a name, half made", "make-links", () => symlinkSync(outside, inside("..link_tmp"))],
  ];
  it.each(attacks)("lead nowhere %s", async (_, when, attack) => {
    const first = textPayload({ key: "old", gone: "old", "d/key": "old" });
    await volumeOf().publish(first);
    let attacks = 0;
    const onStep = (step: WriteStep) => {
      if (step === when && attacks++ === 0) attack();
    };
    // The publication may fail, because another process interferes. It must not harm anything or report success while
    // readers are redirected, and the next publication must succeed.
    await volumeOf({ onStep })
      .publish(textPayload({ key: "new", "d/key": "new" }))
      .then(() => expect(readFileSync(inside("d/key"), "utf8")).toBe("new"))
      .catch((error) => expect(error).toHaveProperty("code"));
    expect(attacks).toBeGreaterThan(0);
    expect(readTree(outside)).toEqual(before);
    const last = textPayload({ key: "last", "d/key": "last" });
    expect(await volumeOf().publish(last)).toBe("written");
    expect(readFileSync(inside("key"), "utf8")).toBe("last");
    expect(readFileSync(inside("d/key"), "utf8")).toBe("last");
  });

  it("do not lead the data away when the whole volume is moved", async () => {
    const onStep = (step: WriteStep) => {
      if (step === "write-file" && existsSync(volumePath)) {
        renameSync(volumePath, join(folder.path, "moved"));
        symlinkSync(outside, volumePath);
      }
    };
    await volumeOf({ onStep }).publish(textPayload({ key: "new" }));
    expect(readFileSync(join(folder.path, "moved/key"), "utf8")).toBe("new");
  });

  function swapNewest(): void {
    for (const name of newest()) {
      swapFor(name, outside);
    }
  }

  function swapFor(name: string, target: string): void {
    if (lstatSync(inside(name)).isDirectory()) {
      renameSync(inside(name), join(folder.path, `stolen-${name}`));
    } else {
      unlinkSync(inside(name));
    }
    symlinkSync(target, inside(name));
  }
});

describe("the room of the new data", () => {
  it("is closed to other users until it is published", async () => {
    const modes: number[] = [];
    const onStep = (step: WriteStep) => {
      if (step === "write-file") {
        const name = readdirSync(volumePath).find((candidate) => /^\.\.\d/.test(candidate)) as string;
        modes.push(lstatSync(inside(name)).mode & 0o777);
      }
    };
    await volumeOf({ onStep }).publish(textPayload({ a: "1", b: "2" }));
    expect(modes).toEqual([0o700, 0o700]);
    rmSync(volumePath, { recursive: true });
  });
});
