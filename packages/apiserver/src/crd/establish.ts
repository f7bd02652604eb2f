import { isJsonObject, type JsonObject, printTime } from "@kiln/api";
import { readLiveObject } from "../read-object.ts";
import type { Services } from "../services.ts";
import { closeStoredValue, encodeObject, openStoredValue, parseHead } from "../stored-value.ts";

/**
 * Queues the conditions of a CRD that was just queued, so that both land in one commit and the kind is served when the
 * create is answered.
 */
export function establish(services: Services, key: string): void {
  const entry = services.store.peek(key);
  const resource = services.registry.find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
  if (entry === undefined || resource === undefined) {
    return;
  }
  const { object } = readLiveObject(resource, entry);
  const spec = object.spec as JsonObject;
  const status = isJsonObject(object.status) ? object.status : {};
  const time = printTime(services.clock.now());
  status.conditions = [
    condition({ type: "NamesAccepted", reason: "NoConflicts", message: "no conflicts found", time }),
    condition({
      type: "Established",
      reason: "InitialNamesAccepted",
      message: "the initial names have been accepted",
      time,
    }),
  ];
  status.acceptedNames = spec.names ?? {};
  object.status = status;
  const head = parseHead(openStoredValue(entry.value));
  const value = closeStoredValue(encodeObject(object), head ?? { uid: "" }, resource.storage.stamp);
  services.store.replace(key, value, { revision: entry.revision }).catch((error: unknown) => {
    services.log.error({ err: error, key }, "the conditions of a CRD could not be written");
  });
}

function condition(of: { type: string; reason: string; message: string; time: string }): JsonObject {
  return { type: of.type, status: "True", lastTransitionTime: of.time, reason: of.reason, message: of.message };
}
