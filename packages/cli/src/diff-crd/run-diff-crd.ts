import { isJsonObject, type JsonObject, printJson, printYaml } from "@kiln/api";
import { UsageError } from "../command.ts";
import { isDefinition } from "../manifests/is-definition.ts";
import { disk, readManifests } from "../manifests/manifest.ts";
import { escapeData, escapeProperty } from "../report/github-annotation.ts";
import { mayPaint, paint } from "../report/paint.ts";
import { type CrdFinding, compareDefinitions, judgeDeletion } from "./compare-definitions.ts";

export interface DiffCrdOptions {
  readonly old: string;
  readonly next: string;
  readonly format: "text" | "json" | "github";
}

/** Exit code 0: nothing breaks; 1: something does; 2: some CRDs could not be compared. */
export async function runDiffCrd({ old, next, format }: DiffCrdOptions): Promise<number> {
  let breaking = 0;
  let isAllCompared = true;
  for (const [name, before, after] of pairDefinitions(readDefinitions(old), readDefinitions(next))) {
    const findings = await findingsOf(before, after).catch((error: unknown) => {
      if (!(error instanceof UsageError)) {
        throw error;
      }
      // The error ends the comparison of this CRD only.
      process.stderr.write(`${name}: ${error.message}\n`);
      isAllCompared = false;
      return [];
    });
    breaking += findings.filter(({ level }) => level === "breaking").length;
    const print = PRINTERS[format];
    process.stdout.write(findings.map((finding) => print(name, finding)).join(""));
  }
  if (format === "text") {
    process.stdout.write(
      breaking === 0
        ? `nothing breaks${isAllCompared ? "" : " in what could be compared"}\n`
        : `${breaking} ${breaking === 1 ? "change breaks" : "changes break"} objects or clients\n`,
    );
  }
  return isAllCompared ? Math.min(breaking, 1) : 2;
}

async function findingsOf(before: JsonObject, after: JsonObject | undefined): Promise<readonly CrdFinding[]> {
  return after === undefined ? [await judgeDeletion(before)] : compareDefinitions(before, after);
}

/** Pairs CRDs by name. If each side has only one, these are a pair, whatever their names. */
function pairDefinitions(
  olds: Definitions,
  news: Definitions,
): (readonly [string, JsonObject, JsonObject | undefined])[] {
  const [only] = news.values();
  const isPair = olds.size === 1 && news.size === 1;
  return [...olds].map(([name, old]) => [name, old, news.get(name) ?? (isPair ? only : undefined)]);
}

type Definitions = ReadonlyMap<string, JsonObject>;

function readDefinitions(path: string): Definitions {
  const found = readManifests([path], disk).filter(({ object }) => isDefinition(object));
  if (found.length === 0) {
    throw new UsageError(`there is no CRD in ${path}`);
  }
  return new Map(found.map(({ object }) => [nameOf(object), object]));
}

function nameOf({ metadata }: JsonObject): string {
  return isJsonObject(metadata) ? String(metadata.name) : "";
}

const EFFECTS = {
  refused: "this object was accepted, and would be refused:",
  changed: "this object would not stay as it is:",
  frozen: "this object could be updated to the second one, and no longer can:",
  unreachable: "this request of a client would fail:",
  stranded: "this object may be stored, and its server rejects the new CRD:",
} as const;

const PRINTERS = { text: toText, json: toJson, github: toGithub } as const;

/** GitHub annotation of a finding, without a file, because a change concerns two. */
function toGithub(name: string, finding: CrdFinding): string {
  const command = finding.level === "breaking" ? "error" : "warning";
  return `::${command} title=${escapeProperty(name)}::${escapeData(toText(name, finding).trimEnd())}\n`;
}

function toText(name: string, { level, version, field, what, breakage }: CrdFinding): string {
  const hasColor = mayPaint(process.stdout);
  const word = hasColor ? paint(level, level === "breaking" ? "red" : "yellow") : level;
  const place = [name, version, field].filter((part) => part !== "").join(" ");
  if (breakage === undefined) {
    return `${word}: ${place}: ${what}; no example that breaks was found\n`;
  }
  const { effect, example, update, request, message } = breakage;
  const answer = request === undefined ? message : `${request}: ${message}`;
  const objects = [example, ...(update === undefined ? [] : [update])].map((object) => indent(printYaml(object)));
  return `${word}: ${place}: ${what}\n  ${EFFECTS[effect]} ${answer}\n${objects.join("    ---\n")}`;
}

function toJson(crd: string, { breakage, ...finding }: CrdFinding): string {
  return `${printJson({ crd, ...finding, ...(breakage === undefined ? {} : { ...breakage }) })}\n`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "    ");
}
