import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { VolumeFile } from "../volumes/payload.ts";
import type { Directory } from "./directory.ts";

export interface OwnershipOptions {
  /** Group of everything in the volume, which gets read permission. */
  readonly fsGroup?: number | undefined;
  /** User and group of files and links that have none of their own; directories keep the writer's. */
  readonly owner?: { readonly uid?: number | undefined; readonly gid?: number | undefined } | undefined;
}

/** Required owner and mode of a file or directory. Undefined: the system's default. */
export interface Attributes {
  readonly mode: number;
  readonly uid: number | undefined;
  readonly gid: number | undefined;
}

/** Required attributes of everything in one volume. */
export interface Ownership {
  readonly directory: Attributes;
  readonly link: Pick<Attributes, "uid" | "gid">;
  file(file: VolumeFile): Attributes;
}

// Kubernetes: volumes of ConfigMaps and Secrets are read-only, so the group gets no write bits
// (pkg/volume/volume_linux.go changePermissionsRecursively, v1.36).
const GROUP_READS = 0o440;
const GROUP_ENTERS = 0o2550;
const SETGID = 0o2000;
/**
 * Mode of directories in the volume. Kubernetes: 0777 less the umask; a umask of 0 would make them world-writable
 * (volume/util/atomic_writer.go writePayloadToDir, v1.36).
 */
const DIRECTORY_MODE = 0o755;

export function toOwnership({ fsGroup, owner }: OwnershipOptions, volume: Stats): Ownership {
  const uid = process.geteuid?.();
  const gid = fsGroup ?? owner?.gid ?? inheritedGroup(volume);
  return {
    directory: { mode: DIRECTORY_MODE | (fsGroup === undefined ? 0 : GROUP_ENTERS), uid, gid: fsGroup },
    link: { uid: owner?.uid, gid: fsGroup ?? owner?.gid },
    file: (file) => ({
      mode: file.mode | (fsGroup === undefined ? 0 : GROUP_READS),
      uid: file.uid ?? owner?.uid ?? uid,
      gid,
    }),
  };
}

/** Default group of a new file, where known: identifies files that still have the group of an earlier setting. */
function inheritedGroup(volume: Stats): number | undefined {
  return process.platform !== "linux" || (volume.mode & SETGID) !== 0 ? undefined : process.getegid?.();
}

export function hasAttributes(stats: Stats, { mode, uid, gid }: Attributes): boolean {
  return (
    (stats.mode & 0o7777) === mode &&
    (uid === undefined || stats.uid === uid) &&
    (gid === undefined || stats.gid === gid)
  );
}

/** Sets owner, then mode: a change of owner clears mode bits. */
export async function setAttributes(handle: FileHandle, { mode, uid, gid }: Attributes): Promise<void> {
  const stats = await handle.stat();
  const owner = { uid: uid ?? stats.uid, gid: gid ?? stats.gid };
  if (owner.uid !== stats.uid || owner.gid !== stats.gid) {
    await handle.chown(owner.uid, owner.gid);
  }
  await handle.chmod(mode);
}

/** Sets the group of the volume's own directory, which names created later inherit. Returns whether it changed. */
export async function shareWithGroup(volume: Directory, fsGroup: number | undefined): Promise<boolean> {
  if (fsGroup === undefined) {
    return false;
  }
  const stats = await volume.handle.stat();
  const wanted = { mode: (stats.mode & 0o7777) | GROUP_ENTERS, uid: stats.uid, gid: fsGroup };
  if (hasAttributes(stats, wanted)) {
    return false;
  }
  await setAttributes(volume.handle, wanted);
  return true;
}
