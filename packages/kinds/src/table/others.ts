import { asObjects, asText, type JsonObject, objectAt, printGroupResource } from "@kiln/api";
import { type Cells, countOf, numberOf } from "./cells.ts";
import { ageOf, nameOf } from "./row-printer.ts";

const nameAndAge: Cells = (object, now) => [nameOf(object), ageOf(object, now)];

/** Cells of kinds in groups with only one or two kinds, by group and kind. */
export const otherCells: Readonly<Record<string, Cells>> = {
  "apiregistration.k8s.io/APIService": (object, now) => {
    const { namespace, name } = objectAt(object, "spec", "service");
    const isLocal = objectAt(object, "spec").service === undefined;
    return [
      nameOf(object),
      isLocal ? "Local" : `${asText(namespace)}/${asText(name)}`,
      availability(objectAt(object, "status")),
      ageOf(object, now),
    ];
  },
  "coordination.k8s.io/Lease": (object, now) => [
    nameOf(object),
    asText(objectAt(object, "spec").holderIdentity),
    ageOf(object, now),
  ],
  "node.k8s.io/RuntimeClass": (object, now) => [nameOf(object), asText(object.handler), ageOf(object, now)],
  "resource.k8s.io/DeviceClass": nameAndAge,
  "resource.k8s.io/ResourceClaim": (object, now) => [nameOf(object), claimState(object), ageOf(object, now)],
  "resource.k8s.io/ResourceClaimTemplate": nameAndAge,
  "resource.k8s.io/ResourceSlice": (object, now) => {
    const spec = objectAt(object, "spec");
    return [
      nameOf(object),
      asText(spec.nodeName),
      asText(spec.driver),
      asText(objectAt(spec, "pool").name),
      ageOf(object, now),
    ];
  },
  "scheduling.k8s.io/PriorityClass": (object, now) => [
    nameOf(object),
    numberOf(object.value),
    object.globalDefault === true,
    ageOf(object, now),
    asText(object.preemptionPolicy),
  ],
  "storagemigration.k8s.io/StorageVersionMigration": (object) => {
    const { group, resource } = objectAt(object, "spec", "resource");
    return [
      nameOf(object),
      printGroupResource({ group: asText(group), resource: asText(resource) }),
      migrationState(objectAt(object, "status")),
    ];
  },
};

function availability(status: JsonObject): string {
  const available = asObjects(status.conditions).find(({ type }) => type === "Available");
  if (available === undefined) {
    return "Unknown";
  }
  const hasReason = available.status !== "True" && asText(available.reason) !== "";
  return asText(available.status) + (hasReason ? ` (${asText(available.reason)})` : "");
}

/** Type of the last condition that is true. */
function migrationState(status: JsonObject): string {
  const states = asObjects(status.conditions).filter((condition) => condition.status === "True");
  return asText(states.findLast(({ type }) => MIGRATION_STATES.includes(asText(type)))?.type) || "Unknown";
}

const MIGRATION_STATES: readonly string[] = ["Running", "Failed", "Succeeded"];

function claimState(object: JsonObject): string {
  const { allocation, reservedFor } = objectAt(object, "status");
  const states = objectAt(object, "metadata").deletionTimestamp === undefined ? [] : ["deleted"];
  if (allocation !== undefined) {
    states.push("allocated", ...(countOf(reservedFor) > 0 ? ["reserved"] : []));
  }
  return states.length === 0 ? "pending" : states.join(",");
}
