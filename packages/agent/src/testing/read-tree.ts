import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Content below a folder by path: text of files, `-> target` of links, and empty folders. */
export function readTree(folder: string, below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = below === "" ? name : `${below}/${name}`;
    const stats = lstatSync(join(folder, path));
    if (stats.isSymbolicLink()) {
      found[path] = `-> ${readlinkSync(join(folder, path))}`;
    } else if (stats.isDirectory()) {
      const inner = readTree(folder, path);
      Object.assign(found, Object.keys(inner).length === 0 ? { [path]: "(empty)" } : inner);
    } else {
      found[path] = readFileSync(join(folder, path), "utf8");
    }
  }
  return found;
}
