import type { JsonObject } from "@kiln/api";
import { createLintSubject, type LintSubject } from "@kiln/lint";
import { type Breakage, findBreakage, type Judges } from "./find-breakage.ts";
import { type Difference, findDifferences } from "./find-differences.ts";
import { findLosses } from "./find-losses.ts";
import { describeDeletion, findServiceChanges, isUsed } from "./find-service-changes.ts";
import { findStranded, judgeService } from "./judge-service.ts";
import { openJudge, openStranger, storedVersionsOf } from "./open-judge.ts";

/**
 * A difference that may break something. `breaking`: shown by an example, or certain without one. `unclear`: it may
 * break something, and no example was found.
 */
export interface CrdFinding {
  readonly level: "breaking" | "unclear";
  readonly version: string;
  /** Path of the field; empty for the object itself, or the CRD. */
  readonly field: string;
  readonly what: string;
  readonly breakage?: Breakage;
}

/** Findings of everything that the new CRD breaks for objects and clients of the old one. */
export async function compareDefinitions(old: JsonObject, next: JsonObject): Promise<CrdFinding[]> {
  const before = await openJudge(old, "old");
  try {
    const after = await openJudge(next, "new");
    try {
      return await compare({ before, after }, { old, next });
    } finally {
      await after.close();
    }
  } finally {
    await before.close();
  }
}

/** Finding of the deletion of a CRD. */
export async function judgeDeletion(old: JsonObject): Promise<CrdFinding> {
  const [before, after] = [await openJudge(old, "old"), await openStranger()];
  try {
    return await judgeService({ before, after }, describeDeletion(before.spec), createLintSubject(old));
  } finally {
    await after.close();
    await before.close();
  }
}

interface Definitions {
  readonly old: JsonObject;
  readonly next: JsonObject;
}

async function compare(judges: Judges, { old, next }: Definitions): Promise<CrdFinding[]> {
  const [before, after] = [createLintSubject(old), createLintSubject(next)];
  const findings = await compareServices(judges, { old, next, subject: before });
  const { spec } = judges.after;
  const differences = findDifferences(before, after).filter(({ version }) => isUsed(spec, version));
  for (const [place, here] of groupByPlace(differences)) {
    const breakage = await findBreakage(judges, place);
    const what = here.map((difference) => difference.what).join(", ");
    const found = { version: place.version, field: place.field, what };
    const isGone = what === `"${place.field}" is gone`;
    if (breakage !== undefined || isGone) {
      findings.push({ level: "breaking", ...found, ...(breakage === undefined ? {} : { breakage }) });
    } else if (here.some(({ what: each }) => !LOOSER.test(each))) {
      findings.push({ level: "unclear", ...found });
    }
  }
  return [...findings, ...(await findLosses(judges, { before, after, next }))];
}

/** Changes that only allow more values, for which no example is needed. */
const LOOSER =
  /^(?:enum|pattern|format|m(?:in|ax)\w+|multipleOf|x-kubernetes-(?:validations|mutability|key-mutability)) is gone$|^nullable is new$/;

function groupByPlace(differences: readonly Difference[]): Map<Difference["place"], Difference[]> {
  const groups = new Map<Difference["place"], Difference[]>();
  for (const difference of differences) {
    groups.set(difference.place, [...(groups.get(difference.place) ?? []), difference]);
  }
  return groups;
}

async function compareServices(
  judges: Judges,
  { old, next, subject }: Definitions & { readonly subject: LintSubject },
): Promise<CrdFinding[]> {
  const spec = judges.before.spec;
  const storedVersions = storedVersionsOf({ ...old, spec });
  const changes = findServiceChanges({ old: spec, next: judges.after.spec, storedVersions });
  const causes = await judges.before.replace(next);
  const findings: CrdFinding[] = [];
  for (const change of changes) {
    const refusal = causes.find(({ field }) => change.place !== undefined && field.startsWith(change.place));
    const finding = await judgeService(judges, change, subject);
    if (refusal === undefined) {
      findings.push(finding);
    } else {
      const what = `${finding.what}; a server refuses the new CRD: ${refusal.message}`;
      const breakage = finding.breakage ?? (await findStranded(judges.before, { change, subject, refusal }));
      findings.push({ ...finding, what, ...(breakage && { breakage }) });
    }
  }
  return findings;
}
