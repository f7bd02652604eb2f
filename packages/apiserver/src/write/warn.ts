import { appendAll, checkLabelKey, type JsonObject, metadataOf, quoteGo } from "@kiln/api";
import type { Step } from "./write.ts";

/** Adds warnings for an object that passed validation. */
export const warn: Step = ({ resource, object, live, context, subresource }) => {
  if (resource.dialect.writing.warnsOfFinalizers) {
    appendAll(context.warnings, warnOfFinalizers(metadataOf(object), live && metadataOf(live.object)));
  }
  appendAll(context.warnings, resource.strategy.warn?.(object, live?.object, subresource) ?? []);
  return undefined;
};

const STANDARD: ReadonlySet<string> = new Set(["kubernetes", "orphan", "foregroundDeletion"]);

/**
 * Kubernetes: built-in kinds reject such finalizers; custom resources get a warning (customresource/strategy.go
 * WarningsOnCreate, v1.36).
 */
function warnOfFinalizers(metadata: JsonObject, old: JsonObject | undefined): string[] {
  if (!Array.isArray(metadata.finalizers)) {
    return [];
  }
  const before = Array.isArray(old?.finalizers) ? old.finalizers : [];
  const added = new Set(metadata.finalizers.filter((finalizer) => !before.includes(finalizer)).map(String));
  return [...added].sort().flatMap((finalizer) => {
    const faults = [...checkLabelKey(finalizer)];
    if (!finalizer.includes("/") && !STANDARD.has(finalizer)) {
      const path = finalizer.includes(".") ? " including a path (/)" : "";
      const why = "to avoid accidental conflicts with other finalizer writers";
      faults.push(`prefer a domain-qualified finalizer name${path} ${why}`);
    }
    return faults.map((fault) => `metadata.finalizers: ${quoteGo(finalizer)}: ${fault}`);
  });
}
