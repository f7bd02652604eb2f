import { lstat, rename, symlink } from "node:fs/promises";
import type { Clock, Timer } from "@kiln/api";
import type { Payload, PublishOutcome, VolumeTarget } from "../volumes/payload.ts";
import { type Directory, openIfDirectory, openPlace, withDirectory } from "./directory.ts";
import { isGeneration, makeGeneration } from "./generation.ts";
import { holdsTree } from "./holds-tree.ts";
import { type Ownership, type OwnershipOptions, setAttributes, shareWithGroup, toOwnership } from "./ownership.ts";
import { type PayloadTree, toTree } from "./payload-tree.ts";
import { readFiles } from "./read-files.ts";
import { removeEntry } from "./remove-entry.ts";
import { DATA, LINK_IN_THE_MAKING, makeLinks, readLink, removeLinks } from "./visible-links.ts";
import { VolumeError } from "./volume-error.ts";
import { withLock } from "./volume-lock.ts";
import { writeTree } from "./write-tree.ts";

/** Steps of a publication, in order. A crash between any two leaves the complete old or the complete new data. */
export const writeSteps = [
  "recover",
  "compare",
  "make-directory",
  "write-file",
  "open-directory",
  "link-data",
  "swap",
  "make-links",
  "remove-links",
  "remove-old",
  "done",
] as const;
export type WriteStep = (typeof writeSteps)[number];

export interface VolumeOptions {
  readonly directory: string;
  /** Trusted root: `directory` is created below it, and no segment below it may be a link. */
  readonly root?: string;
  /** Mode of the directories created between root and `directory`; 0755 if absent. */
  readonly parentMode?: number;
  readonly clock: Clock;
  /** Source of random numbers from 0 up to, but not including, 1. */
  readonly fraction: () => number;
  /** Time for which old data stays for current readers; 0 removes it at once, as the kubelet does. Default 1000. */
  readonly graceMs?: number;
  /** Time to wait while another process writes the same volume. Default 10000. */
  readonly patienceMs?: number;
  /** Called when a step begins. */
  onStep?(step: WriteStep): void;
  /** Called if old data could not be removed; the next publication retries. */
  onLeftover?(error: unknown): void;
}

export interface VolumePublishOptions extends OwnershipOptions {
  /**
   * Whether data is fsynced before it becomes visible, and its visibility is durable when the publication has ended.
   */
  readonly fsync?: boolean;
}

/** A directory in which a set of files changes atomically. */
export interface Volume extends VolumeTarget {
  read(paths: Iterable<string>): Promise<ReadonlyMap<string, Uint8Array>>;
  /**
   * Replaces the content of the volume by the payload, whose bytes are written without a copy: the caller must not
   * change them until the returned promise settles. Publications run one after the other. A failed one leaves the old
   * or the new data: never a mixture, and never an empty volume.
   */
  publish(payload: Payload, options?: VolumePublishOptions): Promise<PublishOutcome>;
  /**
   * Waits for the publication in flight, and removes old data that was kept for readers. The files of the volume stay.
   */
  close(): Promise<void>;
}

const DATA_IN_THE_MAKING = "..data_tmp";

/** Opens a volume without I/O: each publication opens the directory and repairs leftovers of a crash. */
export function openVolume(options: VolumeOptions): Volume {
  const retired = new Map<string, Timer>();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last.then(act, act);
    last = turn.catch(() => {});
    return turn;
  };
  return {
    publish(payload, publishOptions = {}) {
      return inTurn(async () => {
        const tree = toTree(payload);
        return withVolume(options, (volume) => publish({ ...options, publishOptions, retired, volume, tree }));
      });
    },
    read(paths) {
      return inTurn(() =>
        withVolume(options, async (volume) => {
          const generation = await currentGeneration(volume);
          return generation === undefined ? new Map() : readFiles(volume, generation, paths);
        }),
      );
    },
    close() {
      return inTurn(async () => {
        const names = [...retired.keys()];
        for (const timer of retired.values()) {
          timer.cancel();
        }
        retired.clear();
        if (names.length > 0) {
          await withVolume(options, (volume) => removeAll(volume, names, options));
        }
      });
    },
  };
}

async function withVolume<T>(options: VolumeOptions, act: (volume: Directory) => Promise<T>): Promise<T> {
  const { clock, patienceMs = 10_000 } = options;
  return withDirectory(openPlace(options), async (volume) => {
    const { dev, ino } = await volume.handle.stat();
    return withLock({ id: `${dev}-${ino}`, clock, patienceMs }, () => act(volume));
  });
}

interface Publication extends VolumeOptions {
  readonly publishOptions: VolumePublishOptions;
  readonly retired: Map<string, Timer>;
  readonly volume: Directory;
  readonly tree: PayloadTree;
}

async function publish(publication: Publication): Promise<PublishOutcome> {
  const { publishOptions, volume, tree, onStep } = publication;
  onStep?.("recover");
  let isRepaired = await removeUnfinished(volume);
  onStep?.("compare");
  isRepaired = (await shareWithGroup(volume, publishOptions.fsGroup)) || isRepaired;
  const ownership = toOwnership(publishOptions, await volume.handle.stat());
  const old = await currentGeneration(volume);
  const isSame = old !== undefined && (await isHeld(publication, old, ownership));
  const current = isSame ? old : await replaceData(publication, ownership);
  onStep?.("make-links");
  const links = await makeLinks(volume, tree.keys(), ownership.link);
  onStep?.("remove-links");
  const removed = await removeLinks(volume, tree);
  if (publishOptions.fsync) {
    await volume.handle.sync();
  }
  onStep?.("remove-old");
  isRepaired = (await retireOld(publication, { current, old })) || isRepaired;
  onStep?.("done");
  if (links.blocked.length > 0) {
    throw new VolumeError("blocked-name", `directories stand where files must be: ${links.blocked.join(", ")}`);
  }
  return isSame ? (isRepaired || links.changed + removed > 0 ? "repaired" : "unchanged") : "written";
}

/**
 * Kubernetes: a symbolic link left by a crash makes every later update of the kubelet fail
 * (volume/util/atomic_writer.go Write, v1.36).
 */
async function removeUnfinished(volume: Directory): Promise<boolean> {
  const names = await volume.names();
  const unfinished = [DATA_IN_THE_MAKING, LINK_IN_THE_MAKING].filter((name) => names.includes(name));
  if (names.includes(DATA) && (await readLink(volume, DATA)) === undefined) {
    unfinished.push(DATA);
  }
  for (const name of unfinished) {
    await removeEntry(volume, name);
  }
  return unfinished.length > 0;
}

/** Target of the data link, if it is the name of a generation: any other target is not followed, but replaced. */
async function currentGeneration(volume: Directory): Promise<string | undefined> {
  const target = (await readLink(volume, DATA))?.replace(/\/$/, "");
  return target !== undefined && isGeneration(target) ? target : undefined;
}

async function isHeld({ volume, tree }: Publication, name: string, ownership: Ownership): Promise<boolean> {
  const directory = await openIfDirectory(volume, name);
  return (
    directory !== undefined && withDirectory(Promise.resolve(directory), () => holdsTree(directory, tree, ownership))
  );
}

/** Writes the data to a hidden folder, then makes it current by renaming a link, which is atomic for readers. */
async function replaceData(publication: Publication, ownership: Ownership): Promise<string> {
  const { publishOptions, volume, onStep } = publication;
  onStep?.("make-directory");
  const { name, directory } = await makeGeneration(volume, publication);
  try {
    await withDirectory(Promise.resolve(directory), async () => {
      await fill(publication, directory, ownership);
      onStep?.("link-data");
      await symlink(name, volume.at(DATA_IN_THE_MAKING));
      onStep?.("swap");
      await rename(volume.at(DATA_IN_THE_MAKING), volume.at(DATA));
      await refuseForeign(volume, name, directory);
    });
  } catch (error) {
    // After a failure, such as a full disk, the old data stays current, and the unfinished generation is removed.
    await removeAll(volume, [DATA_IN_THE_MAKING, name], publication);
    throw error;
  }
  if (publishOptions.fsync) {
    await volume.handle.sync();
  }
  return name;
}

/** Throws if another process with access to the volume redirects its readers. */
async function refuseForeign(volume: Directory, name: string, directory: Directory): Promise<void> {
  const written = await directory.handle.stat();
  const found = await lstat(volume.at(name));
  if (found.dev !== written.dev || found.ino !== written.ino || (await readLink(volume, DATA)) !== name) {
    throw new VolumeError("foreign-writer", `another process changed ${DATA} or ${name} at the same time`);
  }
}

async function fill(publication: Publication, directory: Directory, ownership: Ownership): Promise<void> {
  const { publishOptions, tree, onStep } = publication;
  const isSynced = publishOptions.fsync === true;
  await writeTree(directory, tree, { ownership, isSynced, onFile: () => onStep?.("write-file") });
  onStep?.("open-directory");
  await setAttributes(directory.handle, ownership.directory);
  if (isSynced) {
    await directory.handle.sync();
  }
}

/**
 * Removes generations that are neither current nor kept for readers. Returns whether there were others than the
 * previous one.
 */
async function retireOld(
  publication: Publication,
  { current, old }: { readonly current: string; readonly old: string | undefined },
): Promise<boolean> {
  const { volume, retired, graceMs = 1000 } = publication;
  const names = (await volume.names()).filter((name) => isGeneration(name) && name !== current && !retired.has(name));
  const isKept = old !== undefined && old !== current && names.includes(old) && graceMs > 0;
  if (isKept) {
    retired.set(
      old,
      publication.clock.setTimer(graceMs, () => void removeLater(publication, old)),
    );
  }
  await removeAll(volume, isKept ? names.filter((name) => name !== old) : names, publication);
  return names.some((name) => name !== old);
}

/** Takes no lock: a generation that is not current is unused. */
async function removeLater(publication: Publication, name: string): Promise<void> {
  publication.retired.delete(name);
  try {
    await withDirectory(openPlace(publication), (volume) => removeEntry(volume, name));
  } catch (error) {
    publication.onLeftover?.(error);
  }
}

async function removeAll(volume: Directory, names: readonly string[], { onLeftover }: VolumeOptions): Promise<void> {
  for (const name of names) {
    try {
      await removeEntry(volume, name);
    } catch (error) {
      onLeftover?.(error);
    }
  }
}
