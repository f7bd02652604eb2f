import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject, once, YamlSyntaxError } from "@kiln/api";
import { type LocateYaml, parseYamlDocuments, type YamlPath } from "@kiln/api/yaml";
import { placeYamlFault, toWrittenField, toYamlPath } from "@kiln/lint";
import { UnreadableError, UsageError } from "../command.ts";
import { type LocatedLine, printFault } from "../report/print-fault.ts";
import { isDefinition } from "./is-definition.ts";

/** An object in a file, with its position. */
export interface Manifest {
  readonly object: JsonObject;
  readonly file: string;
  /** First line of the YAML document, from 1. */
  readonly line: number;
  /** Path of the object in its document: below the items of a List, or empty. */
  readonly path: YamlPath;
  /** Text of a line of the file, from 1; empty if there is none. */
  readonly lineAt: (line: number) => string;
  /** Finds the position of a path in the document. */
  readonly locate: LocateYaml;
  /** Warnings of the YAML parser about the document. */
  readonly warnings: readonly string[];
}

/** Source of manifests: the disk, or a git revision. */
export interface ManifestSource {
  /** Files below a folder, or the file itself. */
  list(path: string): readonly string[];
  /** Text of a file; undefined if it does not exist. */
  read(file: string): string | undefined;
}

/** Pattern of file names that are read in a folder. */
export const MANIFEST_FILE = /\.(?:ya?ml|json)$/;

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
  read: (file) => (file === "-" ? readStandardInput() : readFileSync(file, "utf8")),
};

/** Reads standard input. Empty input is an error: usually the command before the pipe has failed. */
function readStandardInput(): string {
  const text = readFileSync(0, "utf8");
  if (text === "") {
    throw new UsageError("standard input was empty");
  }
  return text;
}

/** Joins paths for a sentence. */
export function printPaths(paths: readonly string[]): string {
  return paths.map((path) => (path === "-" ? "standard input" : path)).join(", ");
}

/** Files at a git revision. */
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

/** Text of a file, or a part of it. */
export interface ManifestText {
  readonly file: string;
  readonly text: string;
  /** Number of lines of the file before the text; added to all positions. */
  readonly linesBefore: number;
}

/** All objects in the paths; those of a List one by one. Throws an UnreadableError with file and line. */
export function readManifests(paths: readonly string[], source: ManifestSource): Manifest[] {
  return readTexts(paths, source).flatMap(parseManifests);
}

/** Texts of all files in the paths. */
export function readTexts(paths: readonly string[], source: ManifestSource): ManifestText[] {
  return paths.flatMap((path) =>
    source.list(path).map((file) => ({ file, text: source.read(file) ?? "", linesBefore: 0 })),
  );
}

/** All objects in a text. Throws an UnreadableError with file and line. */
export function parseManifests({ file, text, linesBefore }: ManifestText): Manifest[] {
  const lines = once(() => text.split("\n"));
  const lineAt = (line: number) => lines()[line - linesBefore - 1] ?? "";
  try {
    const documents = parseYamlDocuments(text, { maxBytes: Number.POSITIVE_INFINITY });
    return documents.flatMap(({ value, line, locate, duplicates }) =>
      toManifests(value, {
        ...{ file, lineAt, path: [] },
        line: line + linesBefore,
        locate: linesBefore === 0 ? locate : moveDown(locate, linesBefore),
        warnings: linesBefore === 0 ? duplicates : duplicates.map((each) => moveWarning(each, linesBefore)),
      }),
    );
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      throw new UnreadableError(explainFault(file, text, error));
    }
    throw error;
  }
}

function moveDown(locate: LocateYaml, lines: number): LocateYaml {
  return (path) => locate(path).map(({ line, column }) => ({ line: line + lines, column }));
}

function moveWarning(warning: string, lines: number): string {
  return warning.replace(IN_LINE, (_, line) => `line ${Number(line) + lines}: `);
}

/** Formats a syntax error like an error in a source file. */
function explainFault(file: string, text: string, error: YamlSyntaxError): string {
  const { line, column, message, text: shown } = placeYamlFault(text, error);
  const fault = { position: { file, line, column }, severity: "error", message } as const;
  return printFault(fault, { lineAt: () => shown, hasColor: false }).trimEnd();
}

/** Location of a field in the file, or of its nearest existing parent. */
export function locateField({ object, file, line, path, lineAt, locate }: Manifest, field: string): LocatedLine {
  const written = isDefinition(object) ? toWrittenField(field, object) : field;
  const places = locate([...path, ...toYamlPath(written, object)]);
  const place = places.at(-1) ?? { line, column: 1 };
  return { position: { file, ...place }, text: lineAt(place.line) };
}

function toManifests(value: unknown, place: Omit<Manifest, "object">): Manifest[] {
  if (!isJsonObject(value as JsonObject)) {
    return [];
  }
  const object = value as JsonObject;
  const isList = typeof object.kind === "string" && object.kind.endsWith("List") && Array.isArray(object.items);
  if (!isList) {
    return [{ object, ...place }];
  }
  const items = (object.items as unknown[]).flatMap((item, index) =>
    toManifests(item, { ...place, path: [...place.path, "items", index], warnings: [] }),
  );
  return place.warnings.length === 0 ? items : shareWarnings(items, place.warnings);
}

/** Prefix of a document's syntax errors: a line number in the file. */
export const IN_LINE = /^line (\d+): /;

/** Assigns each warning to the List item that contains its line. */
function shareWarnings(items: readonly Manifest[], warnings: readonly string[]): Manifest[] {
  const starts = items.map((item) => locateField(item, "").position.line);
  const ownerOf = (warning: string) => {
    const line = Number(IN_LINE.exec(warning)?.[1] ?? 0);
    return Math.max(
      0,
      starts.findLastIndex((start) => start <= line),
    );
  };
  return items.map((item, index) => ({ ...item, warnings: warnings.filter((each) => ownerOf(each) === index) }));
}
