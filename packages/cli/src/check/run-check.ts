import { isJsonObject, type JsonObject, printYaml } from "@kiln/api";
import { unifiedDiff } from "../report/unified-diff.ts";
import { checkObjects, type Verdict } from "./check-objects.ts";
import type { CheckOptions } from "./check-options.ts";
import { disk, gitRevision, type Manifest, readManifests } from "./manifest.ts";

/** 0: everything would be accepted; 1: something would not. */
export async function runCheck(options: CheckOptions): Promise<number> {
  const news = readManifests(options.news, disk);
  const olds = readManifests(options.olds, options.base === undefined ? disk : gitRevision(options.base));
  const named = readManifests(options.definitions, disk).filter(isDefinition);
  const objects = news.filter((manifest) => !isDefinition(manifest));
  const counts = { accepted: 0, refused: 0 };
  const report = options.format === "json" ? printJson : printText;
  await checkObjects({
    // A CRD among the objects counts as well: people keep them together.
    definitions: [...named, ...news.filter(isDefinition)],
    olds: olds.filter((manifest) => !isDefinition(manifest)),
    news: objects,
    semantics: options.semantics,
    onVerdict: (verdict) => {
      counts[verdict.isAccepted ? "accepted" : "refused"]++;
      if (!options.isQuiet || !verdict.isAccepted) {
        process.stdout.write(report(verdict));
      }
    },
  });
  if (options.format === "text") {
    process.stdout.write(`${counts.accepted} accepted, ${counts.refused} refused\n`);
  }
  return counts.refused === 0 ? 0 : 1;
}

function isDefinition({ object }: Manifest): boolean {
  return object.kind === "CustomResourceDefinition" && String(object.apiVersion).startsWith("apiextensions.k8s.io/");
}

function printText(verdict: Verdict): string {
  const { manifest, isAccepted, message, warnings, stored } = verdict;
  const head = `${manifest.file}:${manifest.line}: ${nameOf(manifest)} ${isAccepted ? "accepted" : "refused"}\n`;
  const notes = warnings.map((warning) => `  warning: ${warning}\n`);
  const why = isAccepted ? "" : `  ${message}\n`;
  const diff = stored === undefined ? "" : unifiedDiff(printYaml(manifest.object), printYaml(stored));
  return [head, why, ...notes, ...(diff === "" ? [] : [indent(diff)])].join("");
}

function printJson({ manifest, isAccepted, message, warnings, stored }: Verdict): string {
  const { file, line } = manifest;
  const line1: JsonObject = {
    file,
    line,
    object: nameOf(manifest),
    accepted: isAccepted,
    ...(isAccepted ? {} : { message }),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    ...(stored === undefined ? {} : { stored }),
  };
  return `${JSON.stringify(line1, (_, value) => (typeof value === "bigint" ? Number(value) : value))}\n`;
}

function nameOf({ object }: Manifest): string {
  const { name = "", namespace } = isJsonObject(object.metadata) ? object.metadata : {};
  return `${object.kind ?? "object"} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
