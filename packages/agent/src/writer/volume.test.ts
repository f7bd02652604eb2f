import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Clock, createSystemClock } from "@kiln/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readTree, temporaryFolder, textPayload } from "../testing/index.ts";
import { openVolume, type Volume, type VolumeOptions } from "./volume.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder("volume");
});
afterEach(() => folder.remove());

const systemClock = createSystemClock(globalThis);

function volumeOf(options: Partial<VolumeOptions> = {}): Volume {
  return openVolume({ directory: folder.path, clock: systemClock, fraction: Math.random, graceMs: 0, ...options });
}

function generations(): string[] {
  return readdirSync(folder.path).filter((name) => /^\.\.\d/.test(name));
}

/** All entries of the volume, with its one generation under a fixed name. */
function layout(): Record<string, string> {
  const [name = "none", ...others] = generations();
  expect(others).toEqual([]);
  return JSON.parse(JSON.stringify(readTree(folder.path)).replaceAll(name, "..TIME"));
}

function relink(name: string, target: string): void {
  unlinkSync(join(folder.path, name));
  symlinkSync(target, join(folder.path, name));
}

/** Replaces the data link by another entry. */
function replaceData(make: (path: string) => void): void {
  unlinkSync(join(folder.path, "..data"));
  make(join(folder.path, "..data"));
}

const isRoot = process.getuid?.() === 0;

describe("read()", () => {
  it("has the bytes that an earlier process published, and follows no link", async () => {
    await volumeOf().publish(textPayload({ a: "1", "d/b": "2", c: "3" }));
    const data = join(folder.path, readlinkSync(join(folder.path, "..data")));
    unlinkSync(join(data, "c"));
    symlinkSync("/etc/hostname", join(data, "c"));
    const found = await volumeOf().read(["a", "d/b", "c", "d", "gone"]);
    expect([...found].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual([
      ["a", "1"],
      ["d/b", "2"],
    ]);
  });

  it("has nothing of a volume that was never published", async () => {
    expect(await volumeOf().read(["a"])).toEqual(new Map());
  });
});

describe("the layout", () => {
  it("is the kubelet's: real files in a directory with a time, ..data, and a link for each first element", async () => {
    expect(await volumeOf().publish(textPayload({ a: "1", "d/b": "2", "d/e/c": "3" }))).toBe("written");
    expect(layout()).toEqual({
      "..TIME/a": "1",
      "..TIME/d/b": "2",
      "..TIME/d/e/c": "3",
      "..data": "-> ..TIME",
      a: "-> ..data/a",
      d: "-> ..data/d",
    });
    expect(generations()[0]).toMatch(/^\.\.\d{4}_\d\d_\d\d_\d\d_\d\d_\d\d\.\d+$/);
    expect(statSync(join(folder.path, "..data")).mode & 0o7777).toBe(0o755);
    expect(statSync(join(folder.path, "d/e")).mode & 0o7777).toBe(0o755);
  });

  it("holds only what was published last, as soon as the publication has ended", async () => {
    const volume = volumeOf();
    await volume.publish(textPayload({ stays: "1", goes: "1", "folder/x": "1" }));
    expect(await volume.publish(textPayload({ stays: "2", comes: "2", folder: "now a file" }))).toBe("written");
    expect(layout()).toEqual({
      "..TIME/stays": "2",
      "..TIME/comes": "2",
      "..TIME/folder": "now a file",
      "..data": "-> ..TIME",
      comes: "-> ..data/comes",
      folder: "-> ..data/folder",
      stays: "-> ..data/stays",
    });
  });

  it("takes over a volume that the kubelet has written", async () => {
    const old = "..2026_01_02_15_04_05.1234567890";
    mkdirSync(join(folder.path, old));
    writeFileSync(join(folder.path, old, "key"), "value", { mode: 0o644 });
    symlinkSync(old, join(folder.path, "..data"));
    symlinkSync("..data/key", join(folder.path, "key"));
    expect(await volumeOf().publish(textPayload({ key: "value" }))).toBe("unchanged");
    expect(generations()).toEqual([old]);
    expect(await volumeOf().publish(textPayload({ key: "other" }))).toBe("written");
    expect(layout()).toEqual({ "..TIME/key": "other", "..data": "-> ..TIME", key: "-> ..data/key" });
  });

  it("is an empty directory for an empty set", async () => {
    const volume = volumeOf();
    await volume.publish(textPayload({ a: "1" }));
    await volume.publish(new Map());
    expect(layout()).toEqual({ "..TIME": "(empty)", "..data": "-> ..TIME" });
  });

  it("keeps files of others, and mount points", async () => {
    writeFileSync(join(folder.path, "notes"), "mine");
    symlinkSync("/elsewhere", join(folder.path, "link"));
    mkdirSync(join(folder.path, "mount"));
    const volume = volumeOf();
    await volume.publish(textPayload({ a: "1" }));
    await volume.publish(textPayload({ b: "1" }));
    expect(readTree(folder.path)).toMatchObject({ notes: "mine", link: "-> /elsewhere", mount: "(empty)" });
  });

  it("takes a file's name over in one step, and says so where a directory stands in the way", async () => {
    writeFileSync(join(folder.path, "a"), "of another program");
    mkdirSync(join(folder.path, "b"));
    const volume = volumeOf();
    await expect(volume.publish(textPayload({ a: "1", b: "1" }))).rejects.toMatchObject({ code: "blocked-name" });
    expect(readFileSync(join(folder.path, "a"), "utf8")).toBe("1");
    expect(readFileSync(join(folder.path, "..data/b"), "utf8")).toBe("1");
  });
});

describe("a publication of what is there", () => {
  const payload = textPayload({ a: "1", "d/b": "2" });

  it("writes nothing", async () => {
    const volume = volumeOf();
    await volume.publish(payload);
    const before = layout();
    const [name] = generations();
    expect(await volume.publish(payload)).toBe("unchanged");
    expect(await volumeOf().publish(payload)).toBe("unchanged");
    expect(layout()).toEqual(before);
    expect(generations()).toEqual([name]);
  });

  it.each<[string, () => void]>([
    ["a missing link", () => unlinkSync(join(folder.path, "a"))],
    ["a link that leads elsewhere", () => relink("a", "/etc/passwd")],
    ["a link of a name that is gone", () => symlinkSync("..data/gone", join(folder.path, "gone"))],
    ["a data link that was not finished", () => symlinkSync("..2026", join(folder.path, "..data_tmp"))],
    [
      "old data that a crash left",
      () => mkdirSync(join(folder.path, "..2020_01_01_00_00_00.1/d"), { recursive: true }),
    ],
  ])("repairs %s", async (_, damage) => {
    await volumeOf().publish(payload);
    const before = layout();
    damage();
    expect(await volumeOf().publish(payload)).toBe("repaired");
    expect(layout()).toEqual(before);
  });

  it.each<[string, () => void]>([
    ["a changed file", () => writeFileSync(join(folder.path, "a"), "9")],
    ["a file too many", () => writeFileSync(join(folder.path, "..data/extra"), "")],
    ["a missing file", () => unlinkSync(join(folder.path, "d/b"))],
    ["a changed mode", () => chmodSync(join(folder.path, "a"), 0o600)],
    ["a changed mode of a directory", () => chmodSync(join(folder.path, "d"), 0o777)],
    ["a file that became a link", () => relink("..data/a", "/etc/hostname")],
    ["data that is not there", () => relink("..data", "..2020_01_01_00_00_00.1")],
    ["a data link that is a directory", () => replaceData((path) => mkdirSync(path))],
    ["a data link that is a file", () => replaceData((path) => writeFileSync(path, ""))],
  ])("writes again after %s", async (_, damage) => {
    await volumeOf().publish(payload);
    const before = layout();
    damage();
    expect(await volumeOf().publish(payload)).toBe("written");
    expect(layout()).toEqual(before);
    expect(statSync(join(folder.path, "a")).mode & 0o7777).toBe(0o644);
  });

  it("notices a change of modes alone", async () => {
    const volume = volumeOf();
    await volume.publish(textPayload({ a: "1" }, 0o644));
    expect(await volume.publish(textPayload({ a: "1" }, 0o400))).toBe("written");
    expect(statSync(join(folder.path, "a")).mode & 0o7777).toBe(0o400);
  });

  it.skipIf(!isRoot)("notices a change of owners alone (needs root)", async () => {
    const volume = volumeOf();
    await volume.publish(payload);
    expect(await volume.publish(payload, { owner: { uid: 1234 } })).toBe("written");
    expect(await volume.publish(payload, { owner: { uid: 1234 } })).toBe("unchanged");
    expect(statSync(join(folder.path, "a")).uid).toBe(1234);
    chownSync(join(folder.path, "a"), 0, 0);
    expect(await volume.publish(payload, { owner: { uid: 1234 } })).toBe("written");
    expect(await volume.publish(payload)).toBe("written");
    expect(statSync(join(folder.path, "a")).uid).toBe(0);
  });
});

describe("owners and modes", () => {
  it("gives exactly the mode that was asked for, whatever the umask", async () => {
    await volumeOf().publish(
      new Map([0o777, 0o000, 0o421].map((mode) => [`${mode}`, { bytes: new Uint8Array(), mode }])),
    );
    const modes = [0o777, 0o000, 0o421].map((mode) => statSync(join(folder.path, `${mode}`)).mode & 0o7777);
    expect(modes).toEqual([0o777, 0o000, 0o421]);
  });

  it.skipIf(!isRoot)("gives everything to the group, which may read it (needs root)", async () => {
    const volume = volumeOf();
    await volume.publish(textPayload({ "d/a": "1" }, 0o600), { fsGroup: 4321, fsync: true });
    const of = (path: string) => {
      const { mode, gid } = statSync(join(folder.path, path));
      return `${(mode & 0o7777).toString(8)} ${gid}`;
    };
    expect([of("."), of("..data"), of("d"), of("d/a")]).toEqual(["2750 4321", "2755 4321", "2755 4321", "640 4321"]);
    expect(lstatSync(join(folder.path, "d")).gid).toBe(4321);
    expect(await volume.publish(textPayload({ "d/a": "1" }, 0o600), { fsGroup: 4321 })).toBe("unchanged");
    expect(await volume.publish(textPayload({ "d/a": "1" }, 0o600), { fsGroup: 4322 })).toBe("written");
  });

  it.skipIf(!isRoot)("gives single files their own user (needs root)", async () => {
    await volumeOf().publish(new Map([["token", { bytes: new Uint8Array(1), mode: 0o600, uid: 77 }]]));
    expect(statSync(join(folder.path, "token"))).toMatchObject({ uid: 77 });
  });
});

describe("time", () => {
  it("may stand still, jump back, and be of any year: names stay unique and the data right", async () => {
    const times = ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z", "1970-01-01T00:00:00Z", "+012026-01-01T00:00:00Z"];
    let now = 0;
    const clock: Clock = { ...systemClock, now: () => new Date(times[now] as string) };
    // With random numbers that never change, the writer must find a free name itself.
    const volume = volumeOf({ clock, fraction: () => 0, graceMs: 60_000 });
    const seen = new Set<string>();
    for (now = 0; now < times.length; now++) {
      await volume.publish(textPayload({ at: `${now}` }));
      seen.add(readlinkSync(join(folder.path, "..data")));
      expect(readFileSync(join(folder.path, "at"), "utf8")).toBe(`${now}`);
    }
    expect(seen.size).toBe(times.length);
    await volume.close();
    expect(generations()).toHaveLength(1);
  });
});

describe("several at once", () => {
  it("are published one after the other, also by several openers", async () => {
    const volumes = [volumeOf(), volumeOf()];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => volumes[i % 2]?.publish(textPayload({ a: `${i}`, b: `${i}` }))),
    );
    expect(new Set(outcomes)).toEqual(new Set(["written"]));
    expect(readFileSync(join(folder.path, "a"), "utf8")).toBe(readFileSync(join(folder.path, "b"), "utf8"));
    expect(generations()).toHaveLength(1);
  });
});

describe("old data", () => {
  it("stays for readers until the grace is over", async () => {
    const delaysMs: number[] = [];
    const setTimer: Clock["setTimer"] = (delayMs, callback) => {
      if (delayMs !== 1000) {
        // The wait for the volume's lock.
        return systemClock.setTimer(delayMs, callback);
      }
      delaysMs.push(delayMs);
      return { cancel: () => {} };
    };
    const clock: Clock = { ...systemClock, setTimer };
    const volume = volumeOf({ clock, graceMs: 1000 });
    await volume.publish(textPayload({ a: "1" }));
    const pinned = readlinkSync(join(folder.path, "..data"));
    await volume.publish(textPayload({ a: "2" }));
    await volume.publish(textPayload({ a: "3" }));
    expect(readFileSync(join(folder.path, pinned, "a"), "utf8")).toBe("1");
    expect(generations()).toHaveLength(3);
    await volume.close();
    expect(generations()).toHaveLength(1);
    expect(delaysMs).toEqual([1000, 1000]);
  });
});
