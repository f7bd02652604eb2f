import {
  asObjects,
  compareQuantities,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  type JsonObject,
  objectAt,
  printQuantity,
  type Quantity,
} from "@kiln/api";
import type { Scope } from "../../field-rules.ts";
import { podResources } from "../pod-resources.ts";
import { isHugePages, validatePodResourceName } from "../resource-names.ts";
import { NO_POD, type PodSurroundings } from "./pod-surroundings.ts";
import { readAmounts, validateResources } from "./validate-resources.ts";

/** Validates Pod-level resources, which must not be less than those of all containers together. */
export function validatePodResources(
  resources: JsonObject,
  path: FieldPath,
  { given: { spec, claims, leniency } = NO_POD }: Scope<PodSurroundings>,
): FieldError[] {
  if (objectAt(spec, "os").name === "windows") {
    return [forbidden(path, "may not be set for a windows pod")];
  }
  return [
    ...(Array.isArray(resources.claims)
      ? [forbidden(path.child("claims"), "claims may not be set for Resources at pod-level")]
      : []),
    ...validateResources(resources, path, { claims, leniency, validateName: validatePodResourceName }),
    ...compareToContainers(spec, resources, path),
  ];
}

function compareToContainers(spec: JsonObject, resources: JsonObject, path: FieldPath): FieldError[] {
  const { resources: _, ...containers } = spec;
  const requests = readAmounts(resources.requests);
  const limits = readAmounts(resources.limits);
  return [
    ...exceeding(podResources({ spec: containers }, "requests"), requests).map(([name, sum, own]) =>
      refuse(path.child("requests").key(name), own, `aggregate container requests of ${printQuantity(sum)}`),
    ),
    ...exceeding(podResources({ spec: containers }, "limits"), limits)
      .filter(([name]) => isHugePages(name))
      .map(([name, sum, own]) =>
        refuse(path.child("limits").key(name), own, `aggregate container limits of ${printQuantity(sum)}`),
      ),
    ...asObjects(spec.containers).flatMap((container, i) =>
      exceeding(readAmounts(objectAt(container, "resources").limits), limits).map(([name, limit, whole]) =>
        invalid(
          // Kubernetes: the path has containers below resources (core/validation/validation.go
          // validatePodResourceConsistency, v1.36).
          path.child("containers").index(i).key(name).child("limits"),
          printQuantity(limit),
          `must be less than or equal to pod limits of ${printQuantity(whole)}`,
        ),
      ),
    ),
  ];
}

function refuse(path: FieldPath, own: Quantity, what: string): FieldError {
  return invalid(path, printQuantity(own), `must be greater than or equal to ${what}`);
}

/** Amounts in one list that exceed those in the other. */
function exceeding(
  amounts: ReadonlyMap<string, Quantity>,
  allowed: ReadonlyMap<string, Quantity>,
): (readonly [string, Quantity, Quantity])[] {
  return [...amounts].flatMap(([name, amount]) => {
    const most = allowed.get(name);
    return most !== undefined && compareQuantities(amount, most) > 0 ? [[name, amount, most] as const] : [];
  });
}
