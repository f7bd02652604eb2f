import { asObjects, asTexts, type JsonObject } from "@kiln/api";
import { ANSWERED_RESOURCES, ANSWERED_VERSIONS } from "../rules/judge.ts";

/**
 * Resources in a ValidatingWebhookConfiguration that this webhook does not support, one sentence each. Requests for
 * them would all be denied.
 */
export function checkConfiguration({ webhooks }: JsonObject): string[] {
  return asObjects(webhooks).flatMap(({ name, rules }) =>
    asObjects(rules).flatMap((rule) => {
      const operations = asTexts(rule.operations);
      const isAsked = operations.some((operation) => ["*", "CREATE", "UPDATE"].includes(operation));
      const unknown = isAsked ? asTexts(rule.apiGroups).flatMap((group) => findUnknown(group, rule)) : [];
      return unknown.map((what) => `webhook ${JSON.stringify(name)} selects ${what}, which is not judged here`);
    }),
  );
}

function findUnknown(group: string, { resources, apiVersions }: JsonObject): string[] {
  const known = ANSWERED_RESOURCES.get(group);
  if (known === undefined) {
    return [`group ${JSON.stringify(group)}`];
  }
  const plurals = asTexts(resources).map((resource) => resource.split("/")[0] ?? "");
  const versions = ANSWERED_VERSIONS.get(group) ?? [];
  return [
    ...plurals.filter((plural) => !known.includes(plural)).map((plural) => `resource ${JSON.stringify(plural)}`),
    ...asTexts(apiVersions)
      .filter((version) => !versions.includes(version))
      .map((version) => `version ${JSON.stringify(version)}`),
  ];
}
