import { chmod, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Clock } from "@kiln/api";
import type { AgentOptions } from "./agent-options.ts";
import { Directory, withDirectory } from "./writer/directory.ts";
import { removeEntry } from "./writer/remove-entry.ts";
import { openVolume } from "./writer/volume.ts";
import { hasCode } from "./writer/volume-error.ts";

export interface PodFoldersOptions {
  /** Root directory, created if it is missing. */
  readonly rootDir: string;
  readonly clock: Clock;
  /** Source of random numbers from 0 up to, but not including, 1. */
  readonly fraction: () => number;
  /** Whether data is fsynced before it becomes visible. */
  readonly isSynced?: boolean;
}

/** Directory of the Pods' files, laid out as the kubelet's `pods` folder. */
export type PodFolders = Required<Pick<AgentOptions, "openVolume" | "removePod" | "listPods" | "records">>;

/**
 * Files of Secrets are 0644 by default; the directories above them keep other users of the node out.
 * Kubernetes: the same mode from the kubelet's root down (pkg/kubelet/kubelet.go setupDataDirs, v1.36).
 */
export const PRIVATE_MODE = 0o750;

const RECORD = "kiln-agent.json";
// Pattern of a safe uid: uids and names come from the API server, and become parts of paths.
const UID = /^(?!\.)[-._a-zA-Z0-9]{1,128}$/;
const VOLUME = /^pods\/([^/]+)\/volumes\/kubernetes\.io~[a-z-]+\/[a-z0-9][-a-z0-9]{0,62}$/;

export async function openPodFolders({ rootDir, isSynced = false, ...rest }: PodFoldersOptions): Promise<PodFolders> {
  const pods = join(rootDir, "pods");
  await mkdir(pods, { recursive: true, mode: PRIVATE_MODE });
  // An existing directory may have other permissions, from an earlier release or as a mount.
  await chmod(pods, PRIVATE_MODE);
  const folderOf = (podUid: string): string => {
    if (!UID.test(podUid)) {
      throw new Error(`${JSON.stringify(podUid)} is no uid of a pod`);
    }
    return join(pods, podUid);
  };
  return {
    openVolume(path) {
      const [, podUid = ""] = VOLUME.exec(path) ?? [];
      if (!UID.test(podUid)) {
        throw new Error(`${JSON.stringify(path)} is no path of a volume`);
      }
      const volume = openVolume({
        ...rest,
        root: rootDir,
        directory: join(rootDir, path),
        parentMode: PRIVATE_MODE,
      });
      const publish: typeof volume.publish = (payload, options) =>
        volume.publish(payload, { ...options, fsync: isSynced });
      return { publish, read: (paths) => volume.read(paths), close: () => volume.close() };
    },
    removePod: (path) => withDirectory(Directory.open(pods), (folder) => removeEntry(folder, basename(path))),
    listPods: async () => (await readdir(pods)).filter((name) => UID.test(name)),
    records: {
      read: (podUid) => readIfThere(join(folderOf(podUid), RECORD)),
      write: (podUid, text) => replaceFile(join(folderOf(podUid), RECORD), text),
    },
  };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return undefined;
    }
    throw error;
  }
}

/** Replaces a file atomically: after a crash it contains the old text or the new one. */
async function replaceFile(file: string, text: string): Promise<void> {
  const unfinished = `${file}.tmp`;
  await writeFile(unfinished, text, { mode: 0o600 });
  await rename(unfinished, file);
}
