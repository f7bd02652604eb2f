import type { JsonObject, JsonValue, ManagedFieldsEntry } from "@kiln/api";
import { compareEntries, type KindFields, update } from "@kiln/apply";
import type { DefinitionStatus } from "@kiln/kinds";

/** Field manager of the server's writes to the status of CRDs. */
const STATUS_OWNER = "kube-apiserver";

export interface OwningStatus {
  readonly apiVersion: string;
  readonly kind: string;
  /** managedFields before the status changes. */
  readonly owned: readonly ManagedFieldsEntry[];
  readonly before: DefinitionStatus;
  readonly after: DefinitionStatus;
  /** Time of the change, in the format of metadata. */
  readonly now: string;
}

/** managedFields in which the server owns its changes of the status. Only status is compared. */
export function ownStatus(change: OwningStatus, typeOf: KindFields["typeOf"]): readonly ManagedFieldsEntry[] {
  return isFirst(change) ? ownFirst(change) : ownChange(change, typeOf);
}

/** Whether it is the first status of a new CRD. */
function isFirst({ before, after, owned }: OwningStatus): boolean {
  const { plural, kind, ...others } = before.acceptedNames;
  return (
    owned.length > 0 &&
    before.conditions === null &&
    plural === "" &&
    kind === "" &&
    Object.keys(others).length === 0 &&
    before.storedVersions === after.storedVersions &&
    after.acceptedNames.plural !== "" &&
    after.acceptedNames.kind !== "" &&
    owned.every(({ fieldsV1 }) => !Object.hasOwn(fieldsV1 as JsonObject, "f:status"))
  );
}

/** Equivalent of {@link ownChange} for a new CRD, without a comparison, which would be slow for each of many CRDs. */
function ownFirst({ apiVersion, owned, after, now }: OwningStatus): ManagedFieldsEntry[] {
  const names: JsonObject = {};
  for (const name of Object.keys(after.acceptedNames).sort()) {
    names[`f:${name}`] = {};
  }
  const conditions: JsonObject = {};
  for (const type of (after.conditions ?? []).map((condition) => condition.type).sort()) {
    conditions[`k:{"type":"${type}"}`] = CONDITION_FIELDS;
  }
  const entry = {
    manager: STATUS_OWNER,
    operation: "Update",
    apiVersion,
    time: now,
    fieldsType: "FieldsV1",
    fieldsV1: { "f:status": { "f:acceptedNames": names, "f:conditions": conditions } },
    subresource: "status",
  };
  return [...owned, entry].sort(compareEntries);
}

const CONDITION_FIELDS: JsonObject = {
  ".": {},
  "f:lastTransitionTime": {},
  "f:message": {},
  "f:reason": {},
  "f:status": {},
  "f:type": {},
};

function ownChange({ apiVersion, kind, owned, before, after, now }: OwningStatus, typeOf: KindFields["typeOf"]) {
  const about = { apiVersion, kind, metadata: { managedFields: owned as JsonValue } };
  return update(
    { ...about, status: asJson(before) },
    { ...about, status: asJson(after) },
    {
      kind: { typeOf },
      manager: STATUS_OWNER,
      now,
      subresource: "status",
      // Status has no conversion: both API versions have the same fields.
      convert: (same, version) => ({ object: { ...same, apiVersion: version } }),
    },
  );
}

function asJson(status: DefinitionStatus): JsonObject {
  return status as unknown as JsonObject;
}
