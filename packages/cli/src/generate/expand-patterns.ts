import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../command.ts";

/**
 * Absolute paths of the inputs. `./api/...` matches every folder with Go files at and below `api`, by Go's rules:
 * without `vendor`, `testdata`, names that begin with a dot or an underscore, and folders of another module. An import
 * path of the current module stands for its folder.
 */
export function expandPatterns(inputs: readonly string[]): string[] {
  return inputs.flatMap((input) => {
    const [, folder] = /^(?:(.*)\/)?\.\.\.$/.exec(input) ?? [];
    if (folder === undefined && input !== "...") {
      return [locate(input)];
    }
    const found = packagesBelow(locate(folder || "."), { isRoot: true });
    if (found.length === 0) {
      throw new UsageError(`no Go package matches ${input}`);
    }
    return found;
  });
}

function locate(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute) || path.startsWith(".")) {
    return absolute;
  }
  const root = findModule(process.cwd());
  const module =
    root === undefined ? undefined : /^module\s+(\S+)/m.exec(readFileSync(join(root, "go.mod"), "utf8"))?.[1];
  const isInside = module !== undefined && (path === module || path.startsWith(`${module}/`));
  return root !== undefined && isInside ? join(root, path.slice(module.length)) : absolute;
}

function findModule(folder: string): string | undefined {
  if (existsSync(join(folder, "go.mod"))) {
    return folder;
  }
  return dirname(folder) === folder ? undefined : findModule(dirname(folder));
}

const SKIPPED = /^(?:vendor|testdata|[._].*)$/;

function packagesBelow(folder: string, { isRoot }: { readonly isRoot: boolean }): string[] {
  if (!existsSync(folder) || (!isRoot && existsSync(join(folder, "go.mod")))) {
    return [];
  }
  const entries = readdirSync(folder, { withFileTypes: true });
  const hasSource = entries.some((entry) => entry.isFile() && /(?<!_test)\.go$/.test(entry.name));
  const below = entries
    .filter((entry) => entry.isDirectory() && !SKIPPED.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => packagesBelow(join(folder, name), { isRoot: false }));
  return [...(hasSource ? [folder] : []), ...below];
}
