import { appendAll, asObject, asObjects, asText, asTexts, type JsonObject, StatusError } from "@kiln/api";
import type { Client, ResourceType } from "@kiln/client";
import { ANSWERED_RESOURCES, SNAPSHOT_GROUP } from "../rules/judge.ts";
import { findVersion, typeOf } from "../snapshot-types.ts";

const CONFIGURATIONS: ResourceType = {
  group: "admissionregistration.k8s.io",
  version: "v1",
  plural: "validatingwebhookconfigurations",
  isNamespaced: false,
};
const OPERATIONS: readonly string[] = ["CREATE", "UPDATE"];
/** Plurals of the two kinds whose objects must be valid under the next phase's schema. */
const PLURALS: readonly string[] = (ANSWERED_RESOURCES.get(SNAPSHOT_GROUP) ?? []).slice(0, 2);

/**
 * Reasons why a webhook does not yet deny all invalid objects, so that new ones could appear after an audit, one
 * sentence each. Expects a webhook for both kinds that fails closed and denies an invalid object, which is sent as a
 * dry run.
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
  return unregistered.size > 0 ? [...unregistered] : probe(client);
}

function findUnregistered(plural: string, webhooks: readonly JsonObject[]): string[] {
  const covering = webhooks.filter(({ rules }) => asObjects(rules).some((rule) => covers(rule, plural)));
  if (covering.length === 0) {
    return [`no ValidatingWebhookConfiguration has a webhook for CREATE and UPDATE of ${plural}.${SNAPSHOT_GROUP}`];
  }
  const faults = covering.map(findFaults);
  return faults.some((each) => each.length === 0) ? [] : (faults[0] ?? []);
}

function covers({ apiGroups, resources, operations }: JsonObject, plural: string): boolean {
  const has = (list: JsonObject[string] | undefined, ...names: string[]) =>
    asTexts(list).some((each) => each === "*" || names.includes(each));
  return (
    has(apiGroups, SNAPSHOT_GROUP) &&
    has(resources, plural, "*/*") &&
    OPERATIONS.every((operation) => has(operations, operation))
  );
}

/** Reasons why a webhook allows some invalid objects. */
function findFaults(webhook: JsonObject): string[] {
  const { configuration, name, failurePolicy, objectSelector, namespaceSelector, matchConditions } = webhook;
  const title = `webhook ${JSON.stringify(name)} in ValidatingWebhookConfiguration ${JSON.stringify(configuration)}`;
  const isNarrow = [objectSelector, namespaceSelector].some((selector) => Object.keys(asObject(selector)).length > 0);
  const isConditional = asObjects(matchConditions).length > 0;
  return [
    ...(failurePolicy === "Ignore"
      ? [`${title} has failurePolicy Ignore, so that invalid objects get in while it is away; set Fail`]
      : []),
    ...(isNarrow || isConditional
      ? [`${title} has a selector or matchConditions, so that some objects pass it by`]
      : []),
  ];
}

/** Sends, as a dry run, an object that every webhook of this kind must deny. */
async function probe(client: Client): Promise<string[]> {
  const version = (await findVersion(client)) ?? "v1beta1";
  const object = {
    apiVersion: `${SNAPSHOT_GROUP}/${version}`,
    kind: "VolumeSnapshot",
    metadata: { namespace: "default", generateName: "kiln-phase-" },
    spec: { source: {}, volumeSnapshotClassName: "" },
  };
  try {
    await client.create(typeOf("VolumeSnapshot", version), object, { dryRun: "All" });
    return ["an invalid VolumeSnapshot, sent as a dry run, is let in although a webhook is registered"];
  } catch (error) {
    if (!(error instanceof StatusError)) {
      throw error;
    }
    const message = asText(error.status.message);
    return message.includes("denied the request") ? [] : [`the webhook does not answer: ${message}`];
  }
}
