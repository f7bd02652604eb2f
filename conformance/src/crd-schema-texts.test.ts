import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  deepEqual,
  type FieldError,
  fieldPath,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  printFieldError,
  printFieldErrorBody,
} from "@kiln/api";
import { checkSchema, type JsonSchema, parseJsonSchema, printJsonSchema } from "@kiln/schema";
import { describe, expect, it } from "vitest";

// Every CRD that a recorded scenario posts, with Kubernetes' errors for its schemas. Out of scope, because other code
// reports them: causes of other parts of the CRD, of a missing schema, and of compiling or running CEL rules.

const golden = join(import.meta.dirname, "..", "golden");
const scenarios = /^(?!cel-compile-errors).*\.json$/;
const post = /^POST \/apis\/apiextensions\.k8s\.io\/(v1|v1beta1)\/customresourcedefinitions(\?|$)/;

interface Step {
  readonly do: string;
  readonly body?: JsonObject;
  readonly answer: { readonly code: number; readonly body: JsonObject };
}

/** Recorded part of a cause; some scenarios left the message out. */
interface Cause {
  readonly field: string;
  readonly reason: string;
  readonly message?: string;
}

function postsIn(scenario: string): (readonly [scenario: string, index: number, step: Step])[] {
  const { steps } = JSON.parse(readFileSync(join(golden, scenario), "utf8")) as { steps: Step[] };
  return steps
    .map((step, index) => [scenario, index, step] as const)
    .filter(([, , { do: request, answer, body }]) => {
      return post.test(request) && isJsonObject(body) && (answer.code === 201 || answer.code === 422);
    });
}

describe("checkSchema() on the recorded definitions", () => {
  const posts = readdirSync(golden)
    .filter((file) => scenarios.test(file))
    .flatMap(postsIn);

  it("has definitions to judge", () => {
    expect(posts.length).toBeGreaterThan(400);
  });

  it.each(posts)("says what Kubernetes said: %s, step %i", (_scenario, _index, step) => {
    const errors = checkDefinition(step);
    const message = step.answer.body["/message"];
    if (step.answer.code === 201) {
      expect(errors.map(printFieldError)).toEqual([]);
    } else if (typeof message === "string") {
      expectMessage(message, errors);
    } else {
      expectCauses(recordedCauses(step.answer.body).filter(isAboutSchema), errors);
    }
  });
});

function expectCauses(causes: readonly Cause[], errors: readonly FieldError[]): void {
  const found = errors.map((error, index): Cause => {
    const { field, reason } = error;
    const wasRecorded = causes[index] === undefined || causes[index].message !== undefined;
    return wasRecorded ? { field, reason, message: printFieldErrorBody(error) } : { field, reason };
  });
  expect(found).toEqual(causes);
}

/** Where only the Status' own message was recorded, it lists all errors after a colon. */
function expectMessage(message: string, errors: readonly FieldError[]): void {
  const list = message.replace(/^.*? is invalid: /, "");
  const texts = errors.map(printFieldError);
  expect(/openAPIV3Schema\b/.test(list) ? list : "").toBe(texts.length > 1 ? `[${texts.join(", ")}]` : texts.join());
}

function recordedCauses(body: JsonObject): Cause[] {
  const details = body.details;
  const whole = body["/details/causes"] ?? (isJsonObject(details) ? details.causes : undefined);
  if (Array.isArray(whole)) {
    return whole as unknown as Cause[];
  }
  return [0, 1].flatMap((index) => {
    const field = body[`/details/causes/${index}/field`];
    const reason = body[`/details/causes/${index}/reason`];
    return typeof field === "string" && typeof reason === "string" ? [{ field, reason }] : [];
  });
}

function isAboutSchema({ field, reason, message = "" }: Cause): boolean {
  const isMissing = field.endsWith(".openAPIV3Schema") && reason === "FieldValueRequired";
  const isRule = /x-kubernetes-validations\[\d+\]\.(rule|messageExpression|optionalOldSelf)$/.test(field);
  const isCost = message.includes("estimated rule cost total");
  // Rules are compiled after the schema was checked.
  const isCompiled = isCost || message.endsWith("unable to convert structural schema to CEL declarations");
  return (
    field.includes(".openAPIV3Schema") && !isMissing && !isCompiled && (!isRule || message.endsWith("is not specified"))
  );
}

/**
 * Kubernetes: errors are reported at the schema's path in v1beta1, at the top if all versions share it, also for a
 * request in v1 (apiextensions/v1/conversion.go
 * Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec, v1.36).
 */
function checkDefinition(step: Step): FieldError[] {
  const spec = (step.body?.spec ?? {}) as JsonObject;
  const crdVersion = post.exec(step.do)?.[1] === "v1beta1" ? "v1beta1" : "v1";
  const versions = (spec.versions ?? []) as JsonObject[];
  const own = versions.map((version) => schemaIn(version.schema));
  const isHoisted = crdVersion === "v1" && own.every((schema) => isSameSchema(schema, own[0]));
  const top = isHoisted ? own[0] : schemaIn(spec.validation);
  const placed = [
    ...(isHoisted ? [] : own).map((schema, index) => ({
      schema,
      path: fieldPath("spec", "versions").index(index).child("schema", "openAPIV3Schema"),
      hasStatus: hasStatus(spec) || hasStatus(versions[index] as JsonObject),
    })),
    {
      schema: top,
      path: fieldPath("spec", "validation", "openAPIV3Schema"),
      hasStatus: [spec, ...versions].some(hasStatus),
    },
  ];
  const schemas = placed.map(({ schema }) => schema).filter((schema) => schema !== undefined);
  const preserveUnknownFields = (spec.preserveUnknownFields ?? crdVersion === "v1beta1") === true;
  const options = { crdVersion, schemas, preserveUnknownFields, semantics: "upstream" } as const;
  return placed.flatMap(({ schema, ...place }) =>
    schema === undefined ? [] : checkSchema(schema, { ...options, ...place }),
  );
}

function hasStatus({ subresources }: JsonObject): boolean {
  return isJsonObject(subresources) && Object.hasOwn(subresources, "status");
}

function schemaIn(holder: JsonValue | undefined): JsonSchema | undefined {
  const value = isJsonObject(holder) ? holder.openAPIV3Schema : undefined;
  return isJsonObject(value) ? parseJsonSchema(value).schema : undefined;
}

function isSameSchema(a: JsonSchema | undefined, b: JsonSchema | undefined): boolean {
  return a === undefined || b === undefined ? a === b : deepEqual(printJsonSchema(a), printJsonSchema(b));
}
