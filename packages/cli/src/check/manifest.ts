import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject, YamlSyntaxError } from "@kiln/api";
import { parseYamlDocuments } from "@kiln/api/yaml";
import { UsageError } from "../command.ts";

/** One object of a file, and where it stands. */
export interface Manifest {
  readonly object: JsonObject;
  readonly file: string;
  /** Of its first line, from 1. */
  readonly line: number;
}

/** Where manifests come from: the disk, or a revision that git knows. */
export interface ManifestSource {
  /** Files below a folder, or the file itself. */
  list(path: string): readonly string[];
  /** Undefined if there is no such file. */
  read(file: string): string | undefined;
}

const MANIFEST_FILE = /\.(?:ya?ml|json)$/;

export const disk: ManifestSource = {
  list(path) {
    if (path === "-") {
      return [path];
    }
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) {
      throw new UsageError(`there is no file or folder ${path}`);
    }
    if (!found.isDirectory()) {
      return [path];
    }
    const names = readdirSync(path, { recursive: true, encoding: "utf8" }).sort();
    return names.filter((name) => MANIFEST_FILE.test(name)).map((name) => join(path, name));
  },
  // File descriptor 0 is standard input.
  read: (file) => readFileSync(file === "-" ? 0 : file, "utf8"),
};

/** Files as they were at a revision. */
export function gitRevision(revision: string): ManifestSource {
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 256 * 1024 * 1024 });
  try {
    git("rev-parse", "--verify", "--quiet", `${revision}^{commit}`);
  } catch {
    throw new UsageError(`git knows no revision ${revision} here`);
  }
  return {
    list: (path) =>
      git("ls-tree", "-r", "--name-only", revision, "--", path)
        .split("\n")
        .filter((name) => MANIFEST_FILE.test(name)),
    read(file) {
      try {
        return git("show", `${revision}:./${file}`);
      } catch {
        return undefined;
      }
    },
  };
}

/** All objects below the paths; the items of a List each for itself. Throws UsageError with file and line. */
export function readManifests(paths: readonly string[], source: ManifestSource): Manifest[] {
  return paths.flatMap((path) => source.list(path).flatMap((file) => readFile(file, source)));
}

function readFile(file: string, source: ManifestSource): Manifest[] {
  const text = source.read(file) ?? "";
  try {
    return parseYamlDocuments(text).flatMap(({ value, line }) => toManifests(value, { file, line }));
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      throw new UsageError(`${file}: ${error.message}`);
    }
    throw error;
  }
}

function toManifests(value: unknown, place: Pick<Manifest, "file" | "line">): Manifest[] {
  if (!isJsonObject(value as JsonObject)) {
    return [];
  }
  const object = value as JsonObject;
  const isList = typeof object.kind === "string" && object.kind.endsWith("List") && Array.isArray(object.items);
  return isList ? (object.items as unknown[]).flatMap((item) => toManifests(item, place)) : [{ object, ...place }];
}
