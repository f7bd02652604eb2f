import { deepEqual, diffLines, isJsonObject, type JsonObject, printJson, printYaml } from "@kiln/api";
import type { FieldCause } from "@kiln/lint";
import { fieldInWarning } from "@kiln/lint";
import { IN_LINE, locateField, type Manifest } from "../manifests/manifest.ts";
import { type Color, paint } from "../report/paint.ts";
import { type LocatedLine, printFault } from "../report/print-fault.ts";
import type { Verdict } from "./object-checker.ts";

/** Maximum number of compared pairs of lines, because a diff of a large CRD takes long. */
const MAX_PAIRS = 10_000_000;

/** Text for users: the result, its reason, and a diff of the server's changes. */
export function printVerdict(verdict: Verdict, { hasColor }: { readonly hasColor: boolean }): string {
  const { manifest, isAccepted, message, causes, warnings } = verdict;
  const stored = verdict.stored();
  const show = (severity: "error" | "warning", field: string, said: string) => {
    const { position, text } = locateLine(manifest, said) ?? locateField(manifest, field);
    const fault = { position, severity, message: said.replace(IN_LINE, "") };
    return printFault(fault, { lineAt: () => text, hasColor }).replace(/^(?=.)/gm, "  ");
  };
  const showCause = (cause: FieldCause) => show("error", cause.field, describeCause(cause));
  const showWarning = (warning: string) => {
    const field = fieldInWarning(warning);
    return field === undefined && !IN_LINE.test(warning)
      ? `  ${tint("warning", "yellow")}: ${warning}\n`
      : show("warning", field ?? "", warning);
  };
  const tint = (text: string, color: Color) => (hasColor ? paint(text, color) : text);
  const word = isAccepted ? tint("accepted", "green") : tint("refused", "red");
  const head = `${manifest.file}:${startOf(manifest)}: ${nameOf(manifest)} ${word}\n`;
  const why = isAccepted ? "" : causes.length === 0 ? `  ${message}\n` : causes.map(showCause).join("");
  const notes = warnings.map(showWarning);
  // Most objects are unchanged, and need no diff.
  const diff =
    stored === undefined || deepEqual(manifest.object, stored)
      ? ""
      : diffLines(printed(manifest.object), printed(stored), { maxPairs: MAX_PAIRS });
  return [head, why, ...notes, diff.replace(/^.+$/gm, (line) => `  ${tintLine(line, tint)}`)].join("");
}

function locateLine({ file, lineAt }: Manifest, said: string): LocatedLine | undefined {
  const line = Number(IN_LINE.exec(said)?.[1] ?? 0);
  const text = lineAt(line);
  return line === 0 ? undefined : { position: { file, line, column: text.search(/\S|$/) + 1 }, text };
}

function describeCause({ field, message }: FieldCause): string {
  return field === "" ? message : `${field}: ${message}`;
}

function printed(object: JsonObject): string {
  return printYaml(object).replace(/\n$/, "");
}

function tintLine(line: string, tint: (text: string, color: Color) => string): string {
  return line.startsWith("+")
    ? tint(line, "green")
    : line.startsWith("-")
      ? tint(line, "red")
      : line.startsWith("@")
        ? tint(line, "dim")
        : line;
}

/** JSON line for programs. */
export function printVerdictJson({ manifest, isAccepted, message, causes, warnings, stored }: Verdict): string {
  const object = stored();
  return `${printJson({
    file: manifest.file,
    line: startOf(manifest),
    object: nameOf(manifest),
    accepted: isAccepted,
    ...(isAccepted ? {} : { message, causes: causes.map((cause) => ({ ...cause, ...placeOf(manifest, cause) })) }),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    ...(object === undefined ? {} : { stored: object }),
  })}\n`;
}

/** Line of the object; in a List, that of the item. */
function startOf(manifest: Manifest): number {
  return manifest.path.length === 0 ? manifest.line : locateField(manifest, "").position.line;
}

function placeOf(manifest: Manifest, { field }: FieldCause) {
  const { line, column } = locateField(manifest, field).position;
  return { line, column };
}

function nameOf({ object }: Manifest): string {
  const { name, generateName, namespace } = isJsonObject(object.metadata) ? object.metadata : {};
  const named = name ?? (generateName === undefined ? "without a name" : `${generateName}*`);
  return `${object.kind ?? "object"} ${namespace === undefined ? "" : `${namespace}/`}${named}`;
}
