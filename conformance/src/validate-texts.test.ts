import { readFileSync } from "node:fs";
import { type FieldError, isJsonObject, type JsonObject, type JsonValue, printFieldErrorBody } from "@kiln/api";
import { someSchema } from "@kiln/schema";
import { describe, expect, it } from "vitest";
import { OfflineReplay, type Step, type Write } from "./offline-replay.ts";

/** The recordings, and how many of their steps are judged, so that none is lost unnoticed. */
const RECORDINGS: readonly (readonly [name: string, judged: number])[] = [
  ["validate-1", 44],
  ["validate-2", 35],
  ["validate-3", 29],
  ["crd-ratcheting-1", 46],
  ["crd-ratcheting-2", 19],
  ["v1beta1-validation", 35],
  ["v1beta1-nonstructural", 2],
  ["default-1", 22],
  ["default-2", 11],
  ["prune-1", 18],
  ["prune-2", 16],
  ["prune-3", 11],
];

/** Steps that are not judged here, with the reason. */
const SKIPPED: ReadonlyMap<string, string> = new Map([
  ["validate-2#37", "the server compares the kind, not the schema"],
  ["v1beta1-validation#14", "recorded from 1.21, which showed the value of what is too long"],
  ["v1beta1-validation#28", "recorded from 1.21, which showed the value of what is too long"],
  ["v1beta1-validation#31", "recorded from 1.21, which left the index out of the path"],
  ["v1beta1-validation#32", "recorded from 1.21, which had no words of its own for too many items"],
]);

interface Cause {
  readonly reason: string;
  readonly field: string;
  readonly message: string;
}

describe.each(RECORDINGS)("compileValidate() against the recording %s", (name, judged) => {
  const url = new URL(`../golden/${name}.json`, import.meta.url);
  const { steps } = JSON.parse(readFileSync(url, "utf8")) as { readonly steps: readonly Step[] };
  const replay = new OfflineReplay();
  const cases: (readonly [title: string, write: Write, causes: readonly Cause[]])[] = [];
  for (const [index, step] of steps.entries()) {
    const write = replay.read(step);
    const causes = write === undefined ? undefined : expectedOf(step, write);
    if (step.answer !== undefined && step.answer.code < 300) {
      write?.store();
    }
    if (write !== undefined && causes !== undefined && !SKIPPED.has(`${name}#${index}`)) {
      cases.push([`${index}: ${step.do}`, write, causes]);
    }
  }

  it.each(cases)("finds the same as Kubernetes in step %s", (_, write, causes) => {
    const found = judge(write);
    expect(found).toHaveLength(causes.length);
    expect(sorted(found)).toEqual(sorted(causes).map((cause, i) => withTextOf(cause, sorted(found)[i])));
  });

  it(`judges ${judged} steps`, () => {
    expect(cases).toHaveLength(judged);
  });
});

/**
 * Expected causes; undefined if validation did not decide: for other failures, and for CEL rules, which this replay
 * does not run.
 */
function expectedOf(step: Step, write: Write): Cause[] | undefined {
  const { code, body } = step.answer ?? { code: 0 };
  if (code < 300) {
    return [];
  }
  const hasRules = someSchema(write.resource.schema, (schema) => schema.validations !== undefined);
  return code === 422 && !hasRules ? causesOf(body)?.filter(isOfSchema).map(toCurrent) : undefined;
}

/** Causes of a recorded Status; undefined if the recording omits them. */
function causesOf(body: JsonValue | undefined): Cause[] | undefined {
  if (!isJsonObject(body)) {
    return undefined;
  }
  const causes = isJsonObject(body.details) ? body.details.causes : body["/details/causes"];
  return Array.isArray(causes) ? (causes as unknown as Cause[]) : undefined;
}

/** The server checks the metadata of the object itself. */
function isOfSchema(cause: Cause): boolean {
  return !cause.field.startsWith("metadata");
}

/** The v1beta1 recordings come from 1.21, which had no reason of its own for wrong types. */
function toCurrent(cause: Cause): Cause {
  return cause.message.includes("must be of type") && cause.field !== "<nil>"
    ? { ...cause, reason: "FieldValueTypeInvalid" }
    : cause;
}

function judge({ verb, value, old, resource: { validate } }: Write): Cause[] {
  switch (verb) {
    case "create":
      return validate.validate(value).map(toCause);
    case "update":
      return validate.validateUpdate(value, old as JsonObject).map(toCause);
    case "status":
      return validate.validateStatusUpdate(value, old as JsonObject).map(toCause);
  }
}

function toCause(error: FieldError): Cause {
  return { reason: error.reason, field: error.field, message: printFieldErrorBody(error) };
}

/** Cause with `<text>` filled in: recordings omit text that is long or varies between runs; other text is compared. */
function withTextOf(expected: Cause, found: Cause | undefined): Cause {
  const [before, after] = expected.message.split("<text>");
  const isSame =
    after !== undefined && found?.message.startsWith(before as string) === true && found.message.endsWith(after);
  return isSame ? { ...expected, message: found.message } : expected;
}

function sorted(causes: readonly Cause[]): Cause[] {
  return [...causes].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function sortKey({ field, reason, message }: Cause): string {
  return `${field} ${reason} ${message}`;
}
