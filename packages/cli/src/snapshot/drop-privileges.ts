import { closeSync, openSync } from "node:fs";

/**
 * Continues as the user in KILN_RUN_AS, if this is root. Images start as root because older manifests have the webhook
 * listen on port 443, which in many clusters only root may. Call it when the port is bound. Does nothing if one of the
 * files would become unreadable; returns that file.
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

/** Not by `access`, which checks the user that started the process. */
function isReadable(file: string): boolean {
  try {
    closeSync(openSync(file, "r"));
    return true;
  } catch {
    return false;
  }
}
