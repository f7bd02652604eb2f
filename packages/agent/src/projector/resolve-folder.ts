import { isAbsolute, normalize, resolve } from "node:path";

/**
 * The requested folder, or undefined if it is in none of the roots. Only words are compared here; that no
 * element is a link is seen to when the folder is opened. Elements that start with `..` are names of the writer's own.
 */
export function resolveFolder(wanted: string, base: string, roots: readonly string[]): string | undefined {
  if (wanted === "" || wanted.includes("\0") || wanted.split("/").some((element) => element.startsWith(".."))) {
    return undefined;
  }
  const folder = normalize(isAbsolute(wanted) ? wanted : resolve(base, wanted)).replace(/(.)\/$/, "$1");
  return rootOf(folder, roots) === undefined ? undefined : folder;
}

/** The innermost root that holds a folder. */
export function rootOf(folder: string, roots: readonly string[]): string | undefined {
  return roots
    .filter((root) => folder === root || folder.startsWith(root === "/" ? root : `${root}/`))
    .sort((one, other) => other.length - one.length)[0];
}
