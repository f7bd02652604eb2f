import { asObject, isJsonObject, type JsonObject } from "@kiln/api";
import type { ImportedResource, ImportRecord, LeftOut } from "./import-record.ts";
import { createResourceFinder } from "./known-resources.ts";

/** Kinds that are imported only on request. */
export interface Inclusion {
  readonly secrets: boolean;
  readonly events: boolean;
  /** Whether to import webhook configurations and APIServices, which refer to servers that the copy cannot reach. */
  readonly webhooks: boolean;
}

/** A record with its key in the store. */
export interface PlacedRecord extends ImportRecord {
  readonly key: string;
}

const WEBHOOKS = new Set(["validatingwebhookconfigurations", "mutatingwebhookconfigurations"]);
/** API groups whose objects only apply to the server that wrote them. */
const OWN_GROUPS = new Set(["testing.kiln.dev"]);

/** Reason why objects of a resource are left out; undefined if they are imported. */
export function reasonAgainst({ group, plural }: ImportedResource, inclusion: Inclusion): string | undefined {
  if (group === "" && plural === "secrets" && !inclusion.secrets) {
    return "Secrets (--include-secrets takes them)";
  }
  if (plural === "events" && (group === "events.k8s.io" || (group === "" && !inclusion.events))) {
    return "Events (--include-events takes them)";
  }
  if (group === "admissionregistration.k8s.io" && WEBHOOKS.has(plural) && !inclusion.webhooks) {
    return "webhook configurations (--include-webhooks takes them)";
  }
  return OWN_GROUPS.has(group) ? `objects of ${group}` : undefined;
}

/** Records to import, each once, with their keys. Of several with the same key the last one counts. */
export function chooseRecords(
  records: readonly ImportRecord[],
  inclusion: Inclusion,
  leftOut: LeftOut,
): PlacedRecord[] {
  const find = createResourceFinder(records.map(({ object }) => object));
  const placed = new Map<string, PlacedRecord>();
  for (const record of records) {
    const resource = record.resource ?? resourceOfKey(record.key) ?? find(record.object);
    const key = resource === undefined ? undefined : (record.key ?? keyOf(resource, record.object));
    const reason =
      resource === undefined || key === undefined
        ? `objects of kinds that Kiln does not serve and no CRD defines: ${record.object.apiVersion} ${record.object.kind}`
        : (reasonAgainst(resource, inclusion) ?? reasonAgainstObject(record.object, inclusion));
    if (reason !== undefined) {
      leftOut.add(reason);
    } else if (key !== undefined && resource !== undefined) {
      placed.set(key, { ...record, object: withNamespace(record.object, resource), key });
    }
  }
  return [...placed.values()];
}

/** Reason why an object is left out: requests for the group of an APIService fail if its Service does not exist. */
function reasonAgainstObject({ kind, apiVersion, spec }: JsonObject, { webhooks }: Inclusion): string | undefined {
  const isRemote = kind === "APIService" && String(apiVersion).startsWith("apiregistration.k8s.io/");
  return isRemote && !webhooks && isJsonObject(asObject(spec).service)
    ? "APIServices of other servers (--include-webhooks takes them)"
    : undefined;
}

function resourceOfKey(key: string | undefined): ImportedResource | undefined {
  if (key === undefined) {
    return undefined;
  }
  const [group = "", plural = "", ...place] = key.split("/").slice(2);
  return { group: group === "core" ? "" : group, plural, isNamespaced: place.length === 2 };
}

function keyOf({ group, plural, isNamespaced }: ImportedResource, { metadata }: JsonObject): string | undefined {
  const { name, namespace = "default" } = asObject(metadata);
  if (typeof name !== "string" || name === "" || /[/%]/.test(name)) {
    return undefined;
  }
  return `/registry/${group === "" ? "core" : group}/${plural}/${isNamespaced ? `${namespace}/` : ""}${name}`;
}

function withNamespace(object: JsonObject, { isNamespaced }: ImportedResource): JsonObject {
  const { namespace, ...metadata } = asObject(object.metadata);
  return { ...object, metadata: isNamespaced ? { ...metadata, namespace: namespace ?? "default" } : metadata };
}
