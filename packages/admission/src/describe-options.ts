import type { JsonObject } from "@kiln/api";
import type { DeleteOptions } from "@kiln/kinds";

/** Options of a write from its query, as a CreateOptions or UpdateOptions object; a patch is a create or an update. */
export function describeWriteOptions(kind: "CreateOptions" | "UpdateOptions", query: URLSearchParams): JsonObject {
  const dryRun = query.getAll("dryRun");
  const manager = query.get("fieldManager") ?? "";
  const validation = query.get("fieldValidation") ?? "";
  const options: JsonObject = { kind, apiVersion: "meta.k8s.io/v1" };
  if (dryRun.length > 0) {
    options.dryRun = dryRun;
  }
  if (manager !== "") {
    options.fieldManager = manager;
  }
  if (validation !== "") {
    options.fieldValidation = validation;
  }
  return options;
}

export function describeDeleteOptions(options: DeleteOptions): JsonObject {
  const { preconditions, propagation, orphansDependents, gracePeriodSeconds, isDryRun } = options;
  return {
    kind: "DeleteOptions",
    apiVersion: "meta.k8s.io/v1",
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length === 0 ? {} : { preconditions: { ...preconditions } }),
    ...(orphansDependents === undefined ? {} : { orphanDependents: orphansDependents }),
    ...(propagation === undefined ? {} : { propagationPolicy: propagation }),
    ...(isDryRun ? { dryRun: ["All"] } : {}),
  };
}
