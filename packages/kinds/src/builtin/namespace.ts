import {
  type FieldError,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  metadataOf,
  nameIsDns1123Label,
  setOwn,
  validateFinalizers,
  validateStandardFinalizers,
} from "@kiln/api";
import type { DeleteOptions } from "../resource/delete-options.ts";
import type { Strategy } from "../resource/strategy.ts";
import { validateCoreMetadata } from "./core-metadata.ts";
import type { Declaration } from "./declaration.ts";

/** Label with the name of the namespace, so that selectors can select it by name. */
const NAME_LABEL = "kubernetes.io/metadata.name";

/** Finalizer in spec.finalizers, which is removed once the namespace is empty. */
export const NAMESPACE_FINALIZER = "kubernetes";

const strategy: Strategy = {
  setDefaults: setNameLabel,
  prepareCreate(object) {
    setNameLabel(object);
    const finalizers = finalizersOf(object);
    object.spec = {
      finalizers: finalizers.includes(NAMESPACE_FINALIZER) ? finalizers : [...finalizers, NAMESPACE_FINALIZER],
    };
    object.status = { phase: "Active" };
  },
  prepareUpdate(object, old, subresource) {
    setNameLabel(object);
    if (subresource === "") {
      object.spec = old.spec ?? {};
    }
    object.spec ??= {};
  },
  deletion: {
    prepare(object, _services, options) {
      object.status = { ...(isJsonObject(object.status) ? object.status : {}), phase: "Terminating" };
      setPropagation(metadataOf(object), options);
    },
    isHeld: (object) => finalizersOf(object).length > 0,
  },
  validateCreate: (object) => checkFinalizers(object, "whole"),
  validateUpdate(object, _old, subresource) {
    if (subresource === "status") {
      return checkPhase(object);
    }
    return subresource === "finalize"
      ? checkFinalizers(object, "each")
      : [
          ...validateCoreMetadata(object, { isNamespaced: false, nameRule: nameIsDns1123Label }),
          ...checkFinalizers(object, "whole"),
        ];
  },
};

export const namespace: Declaration = {
  resource: "namespaces",
  nameRule: nameIsDns1123Label,
  selectableFields: ["status.phase"],
  types: { "core/v1.NamespaceStatus": { setDefaults: defaultPhase } },
  strategy: () => strategy,
};

/** Sets the phase Active if absent. */
function defaultPhase(status: JsonObject): void {
  status.phase = status.phase || "Active";
}

/**
 * Sets the label with the name. Kubernetes: the label is reset on every write (core/v1/defaults.go
 * SetDefaults_Namespace, v1.36).
 */
function setNameLabel(object: JsonObject): void {
  const metadata = metadataOf(object);
  const { name } = metadata;
  if (typeof name === "string" && name !== "") {
    const labels = isJsonObject(metadata.labels) ? metadata.labels : {};
    setOwn(labels, NAME_LABEL, name);
    metadata.labels = labels;
  }
}

/** Finalizers in spec, not in metadata. */
function finalizersOf({ spec }: JsonObject): string[] {
  const finalizers = isJsonObject(spec) ? spec.finalizers : undefined;
  return Array.isArray(finalizers) ? finalizers.map(String) : [];
}

/**
 * Kubernetes: errors name the single finalizer only in the finalize subresource (core/validation/validation.go
 * ValidateNamespaceFinalizeUpdate, v1.36).
 */
function checkFinalizers(object: JsonObject, place: "whole" | "each"): FieldError[] {
  const path = fieldPath("spec", "finalizers");
  const finalizers = finalizersOf(object);
  if (place === "each") {
    return finalizers.flatMap((finalizer, index) => checkFinalizer(finalizer, path.index(index).toString()));
  }
  return finalizers.flatMap((finalizer) => checkFinalizer(finalizer, path.toString()));
}

function checkFinalizer(finalizer: string, field: string): FieldError[] {
  const path = fieldPath("finalizer");
  const faults = [...validateFinalizers([finalizer], path), ...validateStandardFinalizers([finalizer], path)];
  return faults.map((fault) => ({ ...fault, field }));
}

/** Kubernetes: the path has the Go name (core/validation/validation.go ValidateNamespaceStatusUpdate, v1.36). */
function checkPhase(object: JsonObject): FieldError[] {
  const { phase } = isJsonObject(object.status) ? object.status : {};
  const isDeleting = metadataOf(object).deletionTimestamp !== undefined;
  const allowed = isDeleting ? "Terminating" : "Active";
  const when = isDeleting ? "not empty" : "empty";
  return phase === allowed
    ? []
    : [invalid("status.Phase", phase, `may only be '${allowed}' if \`deletionTimestamp\` is ${when}`)];
}

/**
 * Sets the finalizer of the propagation policy. Kubernetes: orphanDependents=false means foreground deletion for this
 * kind (core/namespace/storage/storage.go shouldHaveDeleteDependentsFinalizer, v1.36).
 */
function setPropagation(metadata: JsonObject, { propagation, orphansDependents }: DeleteOptions): void {
  const before = Array.isArray(metadata.finalizers) ? metadata.finalizers.map(String) : [];
  const wanted =
    orphansDependents === undefined ? propagation : orphansDependents ? ("Orphan" as const) : ("Foreground" as const);
  if (wanted === undefined) {
    return;
  }
  const others = before.filter((finalizer) => finalizer !== "orphan" && finalizer !== "foregroundDeletion");
  const added = { Orphan: ["orphan"], Foreground: ["foregroundDeletion"], Background: [] }[wanted];
  const finalizers = [...others, ...added];
  if (finalizers.length > 0) {
    metadata.finalizers = finalizers;
  } else {
    delete metadata.finalizers;
  }
}
