import { asObjects, asText, getOwn, type JsonObject, objectAt } from "@kiln/api";
import type { Declaration } from "../declaration.ts";

export const serviceAccount: Declaration = {
  resource: "serviceaccounts",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["update", "create"] },
  strategy: () => ({
    prepareCreate: keepNames,
    prepareUpdate: keepNames,
    warn: warnOfMountable,
  }),
};

/** Reduces references to Secrets to their names. */
function keepNames(object: JsonObject): void {
  if (object.secrets !== undefined) {
    object.secrets = asObjects(object.secrets).map(({ name }) => (asText(name) === "" ? {} : { name: asText(name) }));
  }
}

const MOUNTABLE = "kubernetes.io/enforce-mountable-secrets";

function warnOfMountable(object: JsonObject, old: JsonObject = {}): string[] {
  const [now, before] = [object, old].map((each) => getOwn(objectAt(each, "metadata", "annotations"), MOUNTABLE));
  const advice = "deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets";
  return now !== undefined && before === undefined ? [`metadata.annotations[${MOUNTABLE}]: ${advice}`] : [];
}
