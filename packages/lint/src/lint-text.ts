import { isJsonObject, type JsonObject, type JsonValue, YamlSyntaxError } from "@kiln/api";
import { type LocateYaml, parseYamlDocuments, type YamlPath } from "@kiln/api/yaml";
import type { Finding } from "./finding.ts";
import { readIgnoreComments } from "./ignore-comments.ts";
import type { LintRule } from "./lint-rule.ts";
import type { LintServer } from "./lint-server.ts";
import { createLintSubject } from "./lint-subject.ts";
import { placeYamlFault } from "./place-yaml-fault.ts";
import { unreadable } from "./rules/unreadable.ts";

export interface LintFile {
  readonly file: string;
  readonly text: string;
  /** Number of lines of the file before the text, if it is a part of a large file. */
  readonly linesBefore?: number;
}

export interface Linting {
  readonly rules: readonly LintRule[];
  readonly server: LintServer;
}

export interface LintedFile {
  /** Findings in the order of their positions. */
  readonly findings: readonly Finding[];
  readonly definitions: number;
}

/** Findings of the rules in the CRDs of one file; other objects are skipped. */
export async function lintText({ linesBefore, ...source }: LintFile, linting: Linting): Promise<LintedFile> {
  const isLarge = linesBefore !== undefined || source.text.length > LARGE_FILE;
  const { findings, definitions } = await lintWhole(source, isLarge, linting);
  return { findings: findings.map((finding) => moveDown(finding, linesBefore ?? 0)), definitions };
}

function moveDown(finding: Finding, lines: number): Finding {
  const { position } = finding;
  return lines === 0 ? finding : { ...finding, position: { ...position, line: position.line + lines } };
}

async function lintWhole({ file, text }: LintFile, isLarge: boolean, linting: Linting): Promise<LintedFile> {
  const lines = text.split("\n");
  const documents = readDocuments({ file, text: isLarge ? onlyDefinitions(text) : text });
  if (!Array.isArray(documents)) {
    return { findings: [documents as Finding], definitions: 0 };
  }
  const isIgnored = readIgnoreComments(lines);
  const findings: Finding[] = [];
  for (const { object, line, path, locate } of documents) {
    const subject = createLintSubject(object);
    for (const rule of linting.rules) {
      for (const advice of await rule.find(subject, linting.server)) {
        const places = locate([...path, ...advice.path]);
        const place = places.at(-1) ?? { line, column: 1 };
        if (!isIgnored(rule.id, places)) {
          const found = { rule: rule.id, severity: rule.severity, message: advice.message };
          findings.push({ ...found, position: { file, ...place }, text: lines[place.line - 1] ?? "" });
        }
      }
    }
  }
  return { findings: findings.sort(byPlace), definitions: documents.length };
}

const DEFINITION = "CustomResourceDefinition";
/**
 * File size in characters above which only documents with a CRD are parsed. In smaller files every document is parsed,
 * so that any syntax error is reported.
 */
const LARGE_FILE = 1_000_000;
/** Document separator: YAML ends a document here even inside a multi-line string. */
const MARKER = /^---(?=\s|$)/m;

/**
 * Replaces documents without a CRD by empty lines: parsing them would take most of the time in a folder of manifests.
 */
function onlyDefinitions(text: string): string {
  const parts = text.split(MARKER);
  return parts.map((part) => (part.includes(DEFINITION) ? part : part.replaceAll(/[^\n]/g, ""))).join("---");
}

interface FoundDefinition {
  readonly object: JsonObject;
  readonly line: number;
  /** Path in its document: below the items of a List, or at the top. */
  readonly path: YamlPath;
  readonly locate: LocateYaml;
}

function readDocuments({ file, text }: LintFile): FoundDefinition[] | Finding {
  try {
    return parseYamlDocuments(text, { maxBytes: Number.POSITIVE_INFINITY }).flatMap(({ value, line, locate }) =>
      findDefinitions(value, []).map((found) => ({ ...found, line, locate })),
    );
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) {
      throw error;
    }
    const { line, column, message, text: shown } = placeYamlFault(text, error);
    const { id: rule, severity } = unreadable;
    return { rule, severity, message, position: { file, line, column }, text: shown };
  }
}

function findDefinitions(value: JsonValue, path: YamlPath): Pick<FoundDefinition, "object" | "path">[] {
  if (!isJsonObject(value)) {
    return [];
  }
  if (value.kind === "CustomResourceDefinition" && String(value.apiVersion).startsWith("apiextensions.k8s.io/")) {
    return [{ object: value, path }];
  }
  const isList = typeof value.kind === "string" && value.kind.endsWith("List") && Array.isArray(value.items);
  return isList
    ? (value.items as JsonValue[]).flatMap((item, index) => findDefinitions(item, [...path, "items", index]))
    : [];
}

function byPlace({ position: a }: Finding, { position: b }: Finding): number {
  return a.line - b.line || a.column - b.column;
}
