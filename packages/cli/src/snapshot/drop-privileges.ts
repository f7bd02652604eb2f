import { closeSync, openSync } from "node:fs";

/**
 * Switches from root to the user in KILN_RUN_AS. Images start as root because older manifests have the webhook listen
 * on port 443, which in many clusters only root may do. To be called when the port is bound. If the user cannot read
 * one of the files, returns that file and stays root.
 */
export function dropPrivileges(files: readonly string[]): string | undefined {
  const user = Number(process.env.KILN_RUN_AS ?? "");
  if (!Number.isSafeInteger(user) || user <= 0 || process.getuid?.() !== 0) {
    return undefined;
  }
  process.setegid?.(user);
  process.seteuid?.(user);
  const unreadable = files.find((file) => !isReadable(file));
  // Only root can change its user permanently.
  process.seteuid?.(0);
  process.setegid?.(0);
  if (unreadable === undefined) {
    process.setgroups?.([]);
    process.setgid?.(user);
    process.setuid?.(user);
  }
  return unreadable;
}

/** Whether the current user can read a file. Not by `access`, which checks the user that started the process. */
function isReadable(file: string): boolean {
  try {
    closeSync(openSync(file, "r"));
    return true;
  } catch {
    return false;
  }
}
