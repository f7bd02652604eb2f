import { isJsonObject, type JsonObject, printJson, printYaml } from "@kiln/api";
import { disk, type Manifest, readManifests } from "../check/manifest.ts";
import { UsageError } from "../command.ts";
import { isDefinition } from "../definitions/is-definition.ts";
import { mayPaint, paint } from "../report/paint.ts";
import { type CrdFinding, compareDefinitions } from "./compare-definitions.ts";

export interface DiffCrdOptions {
  readonly old: string;
  readonly next: string;
  readonly format: "text" | "json";
}

/** 0: nothing breaks; 1: something does. */
export async function runDiffCrd({ old, next, format }: DiffCrdOptions): Promise<number> {
  const [before, after] = [readDefinitions(old), readDefinitions(next)];
  let breaking = 0;
  for (const [name, definition] of before) {
    const other = after.get(name);
    const findings = other === undefined ? [gone] : await compareDefinitions(definition.object, other.object);
    breaking += findings.filter(({ level }) => level === "breaking").length;
    for (const finding of findings) {
      process.stdout.write(format === "json" ? toJson(name, finding) : toText(name, finding));
    }
  }
  if (format === "text") {
    process.stdout.write(
      breaking === 0
        ? "nothing breaks\n"
        : `${breaking} ${breaking === 1 ? "change breaks" : "changes break"} objects or clients\n`,
    );
  }
  return breaking === 0 ? 0 : 1;
}

const gone: CrdFinding = {
  level: "breaking",
  version: "",
  field: "",
  what: "the CRD is gone, and its objects with it",
};

function readDefinitions(path: string): Map<string, Manifest> {
  const found = readManifests([path], disk).filter(({ object }) => isDefinition(object));
  if (found.length === 0) {
    throw new UsageError(`there is no CRD in ${path}`);
  }
  return new Map(found.map((manifest) => [nameOf(manifest.object), manifest]));
}

function nameOf({ metadata }: JsonObject): string {
  return isJsonObject(metadata) ? String(metadata.name) : "";
}

const EFFECTS = {
  refused: "this object was taken, and would be refused:",
  changed: "this object would not stay as it is:",
  frozen: "this object could be updated to the second, and could no longer:",
} as const;

function toText(name: string, { level, version, field, what, breakage }: CrdFinding): string {
  const hasColor = mayPaint(process.stdout);
  const word = hasColor ? paint(level, level === "breaking" ? "red" : "yellow") : level;
  const place = [name, version, field].filter((part) => part !== "").join(" ");
  const note = level === "unclear" ? "; no example that breaks was found" : "";
  if (breakage === undefined) {
    return `${word}: ${place}: ${what}${note}\n`;
  }
  const { effect, example, update, message } = breakage;
  const objects = [example, ...(update === undefined ? [] : [update])].map((object) => indent(printYaml(object)));
  return `${word}: ${place}: ${what}\n  ${EFFECTS[effect]} ${message}\n${objects.join("    ---\n")}`;
}

function toJson(crd: string, { breakage, ...finding }: CrdFinding): string {
  return `${printJson({ crd, ...finding, ...(breakage === undefined ? {} : { ...breakage }) })}\n`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "    ");
}
