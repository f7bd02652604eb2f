import { closeSync, openSync } from "node:fs";

/**
 * Goes on as the user that KILN_RUN_AS names, if this is root. Images start as root because older manifests have the
 * webhook listen on port 443, which in many clusters only root may. Call it when the port is taken. Does nothing where
 * one of the files could not be read any more; returns that file.
 */
export function dropPrivileges(files: readonly string[]): string | undefined {
  const user = Number(process.env.KILN_RUN_AS ?? "");
  if (!Number.isSafeInteger(user) || user <= 0 || process.getuid?.() !== 0) {
    return undefined;
  }
  process.setegid?.(user);
  process.seteuid?.(user);
  const unreadable = files.find((file) => !isReadable(file));
  // Only root can change its user for good.
  process.seteuid?.(0);
  process.setegid?.(0);
  if (unreadable === undefined) {
    process.setgroups?.([]);
    process.setgid?.(user);
    process.setuid?.(user);
  }
  return unreadable;
}

/** Not by `access`, which checks the user who started the process. */
function isReadable(file: string): boolean {
  try {
    closeSync(openSync(file, "r"));
    return true;
  } catch {
    return false;
  }
}
