import { appendAll, asObject, asObjects, asText, asTexts, type JsonObject, StatusError } from "@kiln/api";
import type { Client, ResourceType } from "@kiln/client";
import { ANSWERED_RESOURCES, SNAPSHOT_GROUP } from "../rules/judge.ts";
import type { SnapshotKind, SnapshotVersion } from "../rules/rule-set.ts";
import { findVersion, SNAPSHOT_KINDS, typeOf } from "../snapshot-types.ts";

const CONFIGURATIONS: ResourceType = {
  group: "admissionregistration.k8s.io",
  version: "v1",
  plural: "validatingwebhookconfigurations",
  isNamespaced: false,
};
const OPERATIONS: readonly string[] = ["CREATE", "UPDATE"];
const VERSIONS: readonly SnapshotVersion[] = ["v1beta1", "v1"];
/** Plurals of the two kinds whose objects must be valid under the next phase's schema. */
const PLURALS: readonly string[] = (ANSWERED_RESOURCES.get(SNAPSHOT_GROUP) ?? []).slice(0, 2);

/**
 * Reasons why a webhook does not yet deny all invalid objects, so that new ones could appear after an audit, one
 * sentence each. Expects a webhook for both kinds that fails closed and denies an invalid object of each, which is sent
 * as a dry run.
 */
export async function findWebhookObstacles(client: Client): Promise<string[]> {
  const webhooks: JsonObject[] = [];
  for await (const { metadata, webhooks: found } of client.listAll(CONFIGURATIONS)) {
    appendAll(
      webhooks,
      asObjects(found).map((each) => ({ ...each, configuration: metadata.name ?? "" })),
    );
  }
  // A webhook that serves both kinds is reported once.
  const unregistered = new Set(PLURALS.flatMap((plural) => findUnregistered(plural, webhooks)));
  if (unregistered.size > 0) {
    return [...unregistered];
  }
  const version = (await findVersion(client)) ?? "v1beta1";
  const probes = await Promise.all(SNAPSHOT_KINDS.map((kind) => probe(client, kind, version)));
  // A webhook that does not answer is reported once.
  return [...new Set(probes.flat())];
}

function findUnregistered(plural: string, webhooks: readonly JsonObject[]): string[] {
  const covering = webhooks.filter(({ rules }) => asObjects(rules).some((rule) => covers(rule, plural)));
  if (covering.length === 0) {
    return [`no ValidatingWebhookConfiguration has a webhook for CREATE and UPDATE of ${plural}.${SNAPSHOT_GROUP}`];
  }
  const faults = covering.map((webhook) => findFaults(webhook, plural));
  return faults.some((each) => each.length === 0) ? [] : (faults[0] ?? []);
}

function has(list: JsonObject[string] | undefined, ...names: string[]): boolean {
  return asTexts(list).some((each) => each === "*" || names.includes(each));
}

function covers({ apiGroups, resources, operations }: JsonObject, plural: string): boolean {
  return (
    has(apiGroups, SNAPSHOT_GROUP) &&
    has(resources, plural, "*/*") &&
    OPERATIONS.every((operation) => has(operations, operation))
  );
}

/** Reasons why a webhook allows some invalid objects. */
function findFaults(webhook: JsonObject, plural: string): string[] {
  const { configuration, name, failurePolicy, matchPolicy, objectSelector, namespaceSelector, matchConditions } =
    webhook;
  const title = `webhook ${JSON.stringify(name)} in ValidatingWebhookConfiguration ${JSON.stringify(configuration)}`;
  const isNarrow = [objectSelector, namespaceSelector].some((selector) => Object.keys(asObject(selector)).length > 0);
  const isConditional = asObjects(matchConditions).length > 0;
  // Kubernetes: with matchPolicy Equivalent, the default, a rule for one version gets requests of all versions
  // (webhook/generic/webhook.go ShouldCallHook, v1.36).
  const covered = asObjects(webhook.rules).filter((rule) => covers(rule, plural));
  const lacking = VERSIONS.filter((version) => !covered.some(({ apiVersions }) => has(apiVersions, version)));
  return [
    ...(failurePolicy === "Ignore"
      ? [`${title} has failurePolicy Ignore, so that invalid objects get in while it is away; set Fail`]
      : []),
    ...(isNarrow || isConditional
      ? [`${title} has a selector or matchConditions, so that some objects pass it by`]
      : []),
    ...(matchPolicy === "Exact" && lacking.length > 0
      ? [`${title} has matchPolicy Exact and no rule for ${lacking.join(", ")}; add the version, or set Equivalent`]
      : []),
  ];
}

/** Objects that violate rules of the webhook, but not the schema of v1beta1. */
const INVALID: Readonly<Record<SnapshotKind, JsonObject>> = {
  VolumeSnapshot: {
    metadata: { namespace: "default", generateName: "kiln-phase-" },
    spec: { source: {}, volumeSnapshotClassName: "" },
  },
  VolumeSnapshotContent: {
    metadata: { generateName: "kiln-phase-" },
    spec: { deletionPolicy: "Retain", driver: "kiln-phase", source: {}, volumeSnapshotRef: {} },
  },
};

/** Sends, as a dry run, an object that every webhook of this kind must deny. */
async function probe(client: Client, kind: SnapshotKind, version: SnapshotVersion): Promise<string[]> {
  const object = { apiVersion: `${SNAPSHOT_GROUP}/${version}`, kind, ...INVALID[kind] };
  try {
    await client.create(typeOf(kind, version), object, { dryRun: "All" });
    return [`an invalid ${kind}, sent as a dry run, is let in although a webhook is registered`];
  } catch (error) {
    if (!(error instanceof StatusError)) {
      throw error;
    }
    const message = asText(error.status.message);
    return message.includes("denied the request") ? [] : [`the webhook does not answer: ${message}`];
  }
}
