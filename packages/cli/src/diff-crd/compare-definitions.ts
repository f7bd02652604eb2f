import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { createLintSubject, type LintSubject } from "../lint/lint-subject.ts";
import { type Breakage, openJudges } from "./find-breakage.ts";
import { type Difference, findDifferences } from "./find-differences.ts";

/** One difference that matters. `breaking`: shown by an example, or plain to see. `unclear`: no example was found. */
export interface CrdFinding {
  readonly level: "breaking" | "unclear";
  readonly version: string;
  /** Empty for the object itself, or the CRD. */
  readonly field: string;
  readonly what: string;
  readonly breakage?: Breakage;
}

/** What objects and clients of the old CRD would suffer from the new one. */
export async function compareDefinitions(old: JsonObject, next: JsonObject): Promise<CrdFinding[]> {
  const [before, after] = [createLintSubject(old), createLintSubject(next)];
  const findings = [...compareNames(old, next), ...compareVersionLists(before, after)];
  const differences = findDifferences(before, after);
  if (differences.length === 0) {
    return findings;
  }
  const judges = await openJudges(old, next);
  try {
    for (const [place, here] of groupByPlace(differences)) {
      const breakage = await judges.find(here[0] as Difference);
      const what = here.map((difference) => difference.what).join(", ");
      const found = { version: place.version, field: place.field, what };
      const isGone = what === `"${place.field}" is gone`;
      if (breakage !== undefined || isGone) {
        findings.push({ level: "breaking", ...found, ...(breakage === undefined ? {} : { breakage }) });
      } else if (here.some(({ what: each }) => !LOOSER.test(each))) {
        findings.push({ level: "unclear", ...found });
      }
    }
  } finally {
    await judges.close();
  }
  return findings;
}

/** What can only let more in: no example is missed. */
const LOOSER =
  /^(?:enum|pattern|format|m(?:in|ax)\w+|multipleOf|x-kubernetes-(?:validations|mutability|key-mutability)) is gone$|^nullable is new$/;

function groupByPlace(differences: readonly Difference[]): Map<Difference["place"], Difference[]> {
  const groups = new Map<Difference["place"], Difference[]>();
  for (const difference of differences) {
    groups.set(difference.place, [...(groups.get(difference.place) ?? []), difference]);
  }
  return groups;
}

function compareNames(old: JsonObject, next: JsonObject): CrdFinding[] {
  const parts = [
    ["group", (spec: JsonObject) => spec.group],
    ["scope", (spec: JsonObject) => spec.scope],
    ["kind", (spec: JsonObject) => asObject(spec.names).kind],
    ["plural", (spec: JsonObject) => asObject(spec.names).plural],
  ] as const;
  return parts
    .map(([name, read]) => [name, read(asObject(old.spec)), read(asObject(next.spec))] as const)
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => ({
      level: "breaking",
      version: "",
      field: "",
      what: `the ${name} changes from ${String(was)} to ${String(is)}: stored objects and clients' paths do not follow`,
    }));
}

function compareVersionLists(old: LintSubject, next: LintSubject): CrdFinding[] {
  return old.versions.flatMap(({ name, json }): CrdFinding[] => {
    const found = next.versions.find((version) => version.name === name);
    const breaking = { level: "breaking", version: name, field: "" } as const;
    if (found === undefined) {
      const rests = json.storage === true ? ", and objects are stored in it: kiln migrate brings them to another" : "";
      return [{ ...breaking, what: `the version is gone${rests}` }];
    }
    return json.served === true && found.json.served !== true ? [{ ...breaking, what: "is no longer served" }] : [];
  });
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
