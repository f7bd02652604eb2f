import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { SourceFiles } from "@kiln/markers";

export interface NodeSourceFiles extends SourceFiles {
  /** Folders of all files that were read. */
  folders(): readonly string[];
}

/** Source files on disk. Each is read only once, so that a run uses one state of it. */
export function openSourceFiles(): NodeSourceFiles {
  const texts = new Map<string, string | undefined>();
  return {
    list: (folder) => attempt(() => readdirSync(folder).sort()) ?? [],
    read(file) {
      if (!texts.has(file)) {
        texts.set(
          file,
          attempt(() => readFileSync(file, "utf8")),
        );
      }
      return texts.get(file);
    },
    folders() {
      const found = [...texts].filter(([, text]) => text !== undefined).map(([file]) => dirname(file));
      return [...new Set(found)];
    },
  };
}

/** Directory of downloaded Go modules: from `go env` if Go is installed, otherwise Go's default. */
export function findModuleCache(env: NodeJS.ProcessEnv): string {
  const { GOMODCACHE, GOPATH } = env;
  return GOMODCACHE ?? (GOPATH === undefined ? askGo() : join(GOPATH, "pkg", "mod"));
}

function askGo(): string {
  const said = attempt(() => execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8", stdio: "pipe" }).trim());
  return said === undefined || said === "" ? join(homedir(), "go", "pkg", "mod") : said;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
