import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  fieldPath,
  type JsonObject,
  nameIsDns1123Subdomain,
  type ObjectMeta,
  printFieldErrorBody,
  type StatusCause,
  validateObjectMeta,
  validateStandardFinalizers,
} from "@kiln/api";
import { describe, expect, it } from "vitest";

// Recorded creates of objects with invalid metadata: a built-in kind and a custom resource, whose names both are
// subdomains, and Kubernetes' message for each.

interface Step {
  readonly do: string;
  readonly body?: { readonly metadata?: ObjectMeta };
  readonly answer: { readonly code: number; readonly body?: JsonObject };
}

const path = fieldPath("metadata");
const request = /^POST \/api\S*\/namespaces\/([^/]+)\/(configmaps|toys|secrets|pods|serviceaccounts|deployments)$/;

function recordedIn(file: string) {
  const text = readFileSync(join(import.meta.dirname, "..", "golden", file), "utf8");
  const { steps } = JSON.parse(text) as { steps: Step[] };
  return steps.flatMap((step) => {
    const match = request.exec(step.do);
    const details = step.answer.body?.details as { causes?: StatusCause[] } | undefined;
    const causes = (details?.causes ?? []).filter((cause) => cause.field?.startsWith("metadata."));
    const meta = step.body?.metadata;
    const isWhole = causes.length > 0 && causes.every((cause) => cause.message !== undefined);
    return match && meta && step.answer.code === 422 && isWhole
      ? [{ meta, causes, namespace: match[1] as string, resource: match[2] as string }]
      : [];
  });
}

/** Prose and uids were taken out of the recordings; anything may stand in their place. */
function toPattern(text: string): RegExp {
  const parts = text.split(/<(?:text|uid:\d+)>/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}

describe("validateObjectMeta() on recorded metadata", () => {
  const recorded = ["names-metadata.json", "names-kinds.json"].flatMap(recordedIn);

  it("has enough to compare", () => {
    expect(recorded.length).toBeGreaterThan(25);
  });

  it.each(recorded)("says what Kubernetes said of $resource $meta", ({ meta, causes, namespace, resource }) => {
    const rules = { requiresNamespace: true, nameRule: nameIsDns1123Subdomain, path };
    const errors = [
      ...validateObjectMeta({ ...meta, namespace }, rules),
      ...(resource === "toys" ? [] : validateStandardFinalizers(meta.finalizers, path.child("finalizers"))),
    ];
    expect(errors.map(({ field, reason }) => ({ field, reason }))).toEqual(
      causes.map(({ field, reason }) => ({ field, reason })),
    );
    for (const [i, error] of errors.entries()) {
      expect(printFieldErrorBody(error)).toMatch(toPattern(causes[i]?.message ?? ""));
    }
  });
});
