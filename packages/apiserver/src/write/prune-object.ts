import { statusBadRequest } from "@kiln/api";
import type { Step } from "./write.ts";

/** Changes the object: unknown fields go. Field validation decides whether that is silent, a warning or a refusal. */
export const pruneObject: Step = ({ resource, object, live, options, context }) => {
  const report = resource.schema.prune(object, {
    tracksRemoved: options.fieldValidation !== "Ignore",
    ...(live === undefined ? {} : { old: live.object }),
  });
  const unknown = report.removed.map((path) => `unknown field "${path}"`);
  if (options.fieldValidation === "Warn") {
    context.warnings.push(...unknown);
  }
  if (options.fieldValidation === "Strict" && unknown.length > 0) {
    throw statusBadRequest(`strict decoding error: ${unknown.join(", ")}`);
  }
  const mismatch = report.mismatches[0];
  if (mismatch !== undefined) {
    throw statusBadRequest(
      mismatch.detail ?? `${mismatch.path}: must be ${mismatch.expected}, found ${mismatch.found}`,
    );
  }
  return undefined;
};
