import { isAbsolute, normalize, resolve } from "node:path";

/**
 * The requested folder, or undefined if it is below none of the roots. Compares text only; symbolic links are checked
 * when the folder is opened. Segments that start with `..` are reserved for the writer.
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
