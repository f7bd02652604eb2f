import { compareGoStrings, parseGroupVersion } from "@kiln/api";
import { type CompiledSchema, compileSchema, type PruneReport, type TypeMismatch } from "@kiln/schema";
import { apiVersionOf } from "../resources/resource.ts";
import type { Step, Write } from "./write.ts";

/**
 * Changes the object: unknown fields go. Field validation decides whether that, and a field given twice, is silent, a
 * warning or a refusal. A value of the wrong type is refused whatever it says.
 */
export const pruneObject: Step = (write) => {
  const { resource, object, live, options } = write;
  if (write.isSettled && write.decoding.duplicates.length === 0) {
    return undefined;
  }
  const report = schemaFor(write).prune(object, {
    tracksRemoved: options.fieldValidation !== "Ignore",
    ...(live === undefined ? {} : { old: live.object }),
  });
  // Kubernetes: an object that cannot be decoded is told nothing of its unknown fields.
  const broken = report.mismatches.find((mismatch) => !resource.isCustom || mismatch.detail !== undefined);
  refuseMismatches(write, broken === undefined ? [] : [broken]);
  reportStrictFaults(write, report);
  refuseMismatches(write, report.mismatches);
  return undefined;
};

/** Kubernetes: what is not of this version is going to be refused, but hears before of what its own version lacks. */
function schemaFor({ resource, object, context }: Write): Pick<CompiledSchema, "prune"> {
  const { semantics } = context.services;
  const isOfKind = !resource.isCustom || object.kind === resource.names.kind;
  if (isOfKind && object.apiVersion === apiVersionOf(resource)) {
    return resource.schema;
  }
  const apiVersion = String(object.apiVersion ?? "");
  if (!isOfKind || parseGroupVersion(apiVersion).value?.group !== resource.group) {
    return compileSchema(undefined, { semantics, preserveUnknownFields: true });
  }
  return resource.storage.schemas?.get(apiVersion) ?? compileSchema({}, { semantics });
}

function reportStrictFaults({ resource, options, decoding, context }: Write, { removed }: PruneReport): void {
  const { fieldValidation } = options;
  if (fieldValidation === "Ignore" || (removed.length === 0 && decoding.duplicates.length === 0)) {
    return;
  }
  const paths = decoding.hasSortedKeys && !resource.isCustom ? [...removed].sort(compareGoStrings) : removed;
  const unknown = paths.map((path) => `unknown field "${path}"`);
  if (fieldValidation === "Strict") {
    throw decoding.refuse(`strict decoding error: ${[...decoding.duplicateErrors, ...unknown].join(", ")}`);
  }
  context.warnings.push(...decoding.duplicates, ...unknown);
}

function refuseMismatches({ decoding }: Write, mismatches: readonly TypeMismatch[]): void {
  if (mismatches.length > 0) {
    throw decoding.refuse(
      mismatches
        .map(({ path, expected, found, detail }) => detail ?? `${path}: must be of type ${expected}, found ${found}`)
        .join(", "),
    );
  }
}
