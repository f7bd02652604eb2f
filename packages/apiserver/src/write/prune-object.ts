import { appendAll, orderFields, parseGroupVersion, quoteGo } from "@kiln/api";
import { apiVersionOf } from "@kiln/kinds";
import { type CompiledSchema, compileSchema, type PruneReport, type TypeMismatch } from "@kiln/schema";
import { restIfLarge } from "../request/large-requests.ts";
import { refuseAs } from "./refuse-body.ts";
import type { Step, Write } from "./write.ts";

/**
 * Removes unknown fields from the object. Field validation decides whether unknown and duplicate fields are ignored, a
 * warning or an error. A value of the wrong type is always an error.
 */
export const pruneObject: Step = (write) => {
  const { resource, object, live, options } = write;
  if (write.isSettled && write.decoding.duplicates.length === 0) {
    return undefined;
  }
  if (write.isApply && resource.dialect.decoding.prunesBySchema) {
    // With `kep`, applying has checked fields and types of the object already; validation checks the rest.
    if (write.context.services.semantics === "kep") {
      resource.schema.prune(object, { isStored: true });
    }
    return undefined;
  }
  const report = schemaFor(write).prune(object, {
    tracksRemoved: options.fieldValidation !== "Ignore",
    ...(live === undefined ? {} : { old: live.object }),
  });
  // The error of a large body may have as many fields as the body.
  const rest = report.removed.length === 0 ? undefined : restIfLarge(write.context);
  return rest === undefined ? refuseFaults(write, report) : rest.then(() => refuseFaults(write, report));
};

function refuseFaults(write: Write, report: PruneReport): undefined {
  const { dialect } = write.resource;
  // Kubernetes: a decoding error hides unknown-field errors (handlers/create.go createHandler, v1.36).
  const broken = report.mismatches.find((mismatch) => dialect.decoding.isDecodingFault(mismatch));
  refuseMismatches(write, broken === undefined ? [] : [broken]);
  reportStrictFaults(write, report);
  refuseMismatches(write, report.mismatches);
  return undefined;
}

/**
 * Kubernetes: an object of another version is rejected, but its unknown fields are reported by its own version before
 * (apiserver/customresource_handler.go schemaCoercingDecoder.Decode, v1.36).
 */
function schemaFor({ resource, object, context }: Write): Pick<CompiledSchema, "prune"> {
  const { semantics } = context.services;
  const isOfKind = resource.dialect.decoding.decodesAnyKind || object.kind === resource.names.kind;
  if (isOfKind && object.apiVersion === apiVersionOf(resource)) {
    return resource.schema;
  }
  const apiVersion = String(object.apiVersion ?? "");
  if (!isOfKind || parseGroupVersion(apiVersion).value?.group !== resource.group) {
    return compileSchema(undefined, { semantics, preserveUnknownFields: true });
  }
  return resource.storage.schemas?.get(apiVersion) ?? compileSchema({}, { semantics });
}

function reportStrictFaults(write: Write, { removed }: PruneReport): void {
  const { options, decoding, context } = write;
  if (options.fieldValidation === "Ignore" || (removed.length === 0 && decoding.duplicates.length === 0)) {
    return;
  }
  const faults = inTextOrder(write, removed) ?? inTwoPasses(write, removed);
  if (options.fieldValidation === "Strict") {
    throw decoding.refuse(`strict decoding error: ${faults.join(", ")}`);
  }
  appendAll(context.warnings, faults);
}

function inTwoPasses(write: Write, removed: readonly string[]): readonly string[] {
  const { options, decoding } = write;
  const duplicates = options.fieldValidation === "Strict" ? decoding.duplicateErrors : decoding.duplicates;
  return [...keepDecoded(write, duplicates, removed), ...nameUnknown(write, removed)];
}

/**
 * Unknown and duplicate fields of a built-in kind in document order; undefined without both, or if the body is no JSON.
 * Kubernetes: decodes a built-in kind in one pass, which finds both (encoding/json/decode.go object, v1.36).
 */
function inTextOrder(write: Write, removed: readonly string[]): readonly string[] | undefined {
  const { resource, decoding } = write;
  const { duplicates, duplicatePaths } = decoding;
  const { findsAllInOnePass } = resource.dialect.decoding;
  if (!findsAllInOnePass || duplicatePaths === undefined || duplicates.length === 0 || removed.length === 0) {
    return undefined;
  }
  const unknown = nameUnknown(write, removed);
  const kept = new Set(keepDecoded(write, duplicates, removed));
  return orderFields(decoding.text(), [
    ...duplicatePaths.map((path, i) => ({ path, occurrence: 2, text: duplicates[i] as string })),
    ...removed.map((path, i) => ({ path, occurrence: 1, text: unknown[i] as string })),
  ])
    .map(({ text }) => text)
    .filter((text) => !text.startsWith("duplicate") || kept.has(text));
}

function nameUnknown({ resource, decoding }: Write, removed: readonly string[]): string[] {
  return resource.dialect.decoding.nameUnknown(removed, decoding.hasSortedKeys);
}

/**
 * Kubernetes: the decoder of built-in kinds skips unknown fields, and does not see duplicates inside them
 * (encoding/json/decode.go object, v1.36).
 */
function keepDecoded(
  { resource }: Write,
  duplicates: readonly string[],
  removed: readonly string[],
): readonly string[] {
  if (!resource.dialect.decoding.findsAllInOnePass || duplicates.length === 0 || removed.length === 0) {
    return duplicates;
  }
  const skipped = removed.map((path) => `duplicate field ${quoteGo(path)}`.slice(0, -1));
  return duplicates.filter(
    (text) => !skipped.some((start) => text.startsWith(start) && /["[.]/.test(text.charAt(start.length))),
  );
}

/** Throws the error for values of the wrong type, which is the same for sent and for patched objects. */
function refuseMismatches({ resource, object, decoding }: Write, mismatches: readonly TypeMismatch[]): void {
  if (mismatches.length === 0) {
    return;
  }
  const isBySchema = !mismatches.some((mismatch) => resource.dialect.decoding.isDecodingFault(mismatch));
  const why = mismatches
    .map(({ path, expected, found, detail }) => detail ?? `${path}: must be of type ${expected}, found ${found}`)
    .join(", ");
  const { kind } = resource.names;
  throw isBySchema && object.kind === kind
    ? refuseAs({ apiVersion: String(object.apiVersion), kind }, resource, why)
    : decoding.refuse(why);
}
