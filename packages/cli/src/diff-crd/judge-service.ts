import { asObject, type JsonObject } from "@kiln/api";
import type { FieldCause, LintSubject } from "@kiln/lint";
import type { CrdFinding } from "./compare-definitions.ts";
import { type Breakage, findExample } from "./find-breakage.ts";
import type { ServiceChange, Use } from "./find-service-changes.ts";
import { type Judge, messageOf } from "./open-judge.ts";

export interface ServiceJudges {
  readonly before: Judge;
  readonly after: Pick<Judge, "ask">;
}

/** Effect on a client of the old CRD, shown by the smallest object. */
export async function judgeService(
  judges: ServiceJudges,
  { version, what, uses }: ServiceChange,
  subject: LintSubject,
): Promise<CrdFinding> {
  const found = { level: "breaking", version, field: "", what } as const;
  for (const use of uses) {
    const root = subject.versions.find(({ name }) => name === use.version)?.root;
    const example = root && (await findExample(judges.before, root));
    const breakage = example && (await judgeUse(judges, use, example));
    if (breakage !== undefined) {
      return { ...found, breakage };
    }
  }
  return found;
}

interface Stranding {
  readonly change: ServiceChange;
  readonly subject: LintSubject;
  /** Field error with which the server rejects the new CRD. */
  readonly refusal: FieldCause;
}

/** Finds an object that may be stored in a version that is not served and that the new CRD lacks. */
export async function findStranded(
  before: Judge,
  { change, subject, refusal }: Stranding,
): Promise<Breakage | undefined> {
  for (const { root } of subject.versions) {
    const found = root && (await findExample(before, root));
    if (found !== undefined) {
      const { plural } = asObject(before.spec.names);
      const request = `PUT /apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.${before.spec.group}`;
      return { effect: "stranded", example: before.complete(found, change.version), request, message: refusal.message };
    }
  }
  return undefined;
}

async function judgeUse(
  { before, after }: ServiceJudges,
  use: Use,
  example: JsonObject,
): Promise<Breakage | undefined> {
  const request = use.request(example);
  const was = await before.ask(request);
  if (was.status >= 400 || use.faultOf?.(was.body) !== undefined) {
    return undefined;
  }
  const is = await after.ask(request);
  const message = is.status >= 400 ? messageOf(is) : use.faultOf?.(is.body);
  const shown = use.shownAs ?? `${request.method} ${request.target}`;
  return message === undefined ? undefined : { effect: "unreachable", example, request: shown, message };
}
