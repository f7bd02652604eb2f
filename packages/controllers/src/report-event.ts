import { type JsonObject, metadataOf, printTime } from "@kiln/api";
import type { Actor, Place } from "@kiln/kinds";
import type { ControllerServices } from "./controller-services.ts";

export interface Report {
  /** Name of the controller, as the source of the event. */
  readonly component: string;
  readonly about: JsonObject;
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
}

/** Writes an Event. Never throws: a lost event must not stop a controller. */
export async function reportEvent(services: ControllerServices, actor: Actor, report: Report): Promise<void> {
  const resource = services.registry.find("", "v1", "events");
  if (resource === undefined) {
    return;
  }
  const { component, about, type, reason, message } = report;
  const { namespace = "", name = "", uid = "" } = metadataOf(about);
  const now = services.clock.now();
  const time = printTime(now);
  const nanoseconds = BigInt(now.getTime()) * 1_000_000n + BigInt(Math.floor(services.random.fraction() * 1e6));
  const place: Place = {
    resource,
    namespace: String(namespace) || "default",
    name: `${String(name)}.${nanoseconds.toString(16)}`,
  };
  const object: JsonObject = {
    apiVersion: "v1",
    kind: "Event",
    metadata: {},
    involvedObject: {
      kind: about.kind ?? "",
      ...(namespace === "" ? {} : { namespace }),
      name,
      uid,
      apiVersion: about.apiVersion ?? "",
    },
    reason,
    message,
    source: { component },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    type,
    eventTime: null,
    reportingComponent: component,
    reportingInstance: "",
  };
  try {
    await services.objects.create(actor, { place, object });
  } catch (error) {
    services.log.info({ err: error, reason }, "failed to write event");
  }
}
