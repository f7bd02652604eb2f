import { asObject, type JsonObject } from "@kiln/api";
import { childrenOf, type LintSubject } from "@kiln/lint";
import type { CrdFinding } from "./compare-definitions.ts";
import { findBreakage, findLoss, type Judges } from "./find-breakage.ts";
import { comparePlaces } from "./find-differences.ts";
import { isServed, versionOf } from "./find-service-changes.ts";

interface Subjects {
  readonly before: LintSubject;
  readonly after: LintSubject;
  /** The new CRD as written. */
  readonly next: JsonObject;
}

/** Fields that objects lose although the schema of their version still has them. */
export async function findLosses(judges: Judges, subjects: Subjects): Promise<CrdFinding[]> {
  return [...(await compareStorage(judges, subjects)), ...(await compareStatus(judges, subjects.before))];
}

/** Losses by a new storage version: fields that it lacks are lost when objects are stored. */
async function compareStorage(judges: Judges, { before, after, next }: Subjects): Promise<CrdFinding[]> {
  const [old, now] = [before, after].map(({ versions }) => versions.find(({ json }) => json.storage === true));
  if (old?.root === undefined || now?.root === undefined || old.name === now.name) {
    return [];
  }
  const what = `the storage version changes from ${old.name} to ${now.name}`;
  const isConverted = asObject(asObject(next.spec).conversion).strategy === "Webhook";
  if (isConverted) {
    const told = `${what}: what of objects survives is up to the conversion webhook, which is not called here`;
    return [{ level: "unclear", version: old.name, field: "", what: told }];
  }
  const findings: CrdFinding[] = [];
  for (const place of new Set(comparePlaces(old.root, now.root).map((difference) => difference.place))) {
    const breakage = isServed(judges.after.spec, old.name) ? await findLoss(judges, place) : undefined;
    if (breakage !== undefined) {
      findings.push({ level: "breaking", version: old.name, field: place.field, what, breakage });
    }
  }
  return findings;
}

/** Losses by a new status subresource: writes to the main resource then drop status. */
async function compareStatus(judges: Judges, before: LintSubject): Promise<CrdFinding[]> {
  const findings: CrdFinding[] = [];
  for (const { name, root } of before.versions) {
    const has = ({ spec }: Judges["before"]) => asObject(versionOf(spec, name).subresources).status !== undefined;
    const place = root && childrenOf(root).find((child) => child.name === "status");
    if (place !== undefined && !has(judges.before) && has(judges.after) && isServed(judges.after.spec, name)) {
      const breakage = await findBreakage(judges, place);
      const what = "the subresource status is new: only through it is the status written";
      findings.push({ level: "breaking", version: name, field: place.field, what, ...(breakage && { breakage }) });
    }
  }
  return findings;
}
