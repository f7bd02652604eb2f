import {
  asObjects,
  asText,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  isJsonObject,
  type JsonObject,
  metadataOf,
} from "@kiln/api";
import { namespaceLabels } from "../../projections/namespace-labels.ts";
import type { KindServices } from "../../resource/kind-services.ts";

const LABEL = "resource.kubernetes.io/admin-access";

/** Rejects requests for admin access to devices, unless the namespace has the admin-access label. */
export function checkRequestedAccess(object: JsonObject, devices: JsonObject, services: KindServices): FieldError[] {
  const requests = asObjects(devices.requests);
  const index = requests.findIndex(({ exactly }) => isJsonObject(exactly) && exactly.adminAccess === true);
  return checkAccess(object, services, fieldPath("spec", "devices", "requests"), index);
}

/** Rejects new allocations with admin access, unless the namespace has the label. */
export function checkGivenAccess(
  claim: JsonObject,
  {
    results,
    before,
    services,
  }: { results: readonly JsonObject[]; before: readonly JsonObject[]; services: KindServices },
): FieldError[] {
  const find = (given: readonly JsonObject[]) => given.findIndex(({ adminAccess }) => adminAccess === true);
  const index = find(before) >= 0 ? -1 : find(results);
  return checkAccess(claim, services, fieldPath("status", "allocation", "devices", "results"), index);
}

function checkAccess(object: JsonObject, services: KindServices, path: FieldPath, index: number): FieldError[] {
  if (index < 0 || namespaceLabels(services, asText(metadataOf(object).namespace))[LABEL] === "true") {
    return [];
  }
  const why = `admin access to devices requires the \`${LABEL}: true\` label on the containing namespace`;
  return [forbidden(path.index(index).child("adminAccess"), why)];
}
