import { type JsonObject, objectAt, statusTooManyRequests, textAt } from "@kiln/api";
import type { AdmissionAttributes, AdmissionPlugin } from "../admission-plugin.ts";
import { createTokenBucket, type Rate, type TokenBucket } from "./token-bucket.ts";

export const EVENT_LIMIT_TYPES = ["Server", "Namespace", "User", "SourceAndObject"] as const;

/** A rate limit for Events: of the server, or of each namespace, user or object. */
export interface EventLimit extends Rate {
  readonly type: (typeof EVENT_LIMIT_TYPES)[number];
  /** Maximum number of namespaces, users or objects with a budget of their own; the least recently used is dropped. */
  readonly cacheSize: number;
}

/**
 * EventRateLimit: denies Events above a rate. Kubernetes: Events of events.k8s.io are not counted
 * (admission/eventratelimit/admission.go Validate, v1.36).
 */
export function createEventRateLimit(limits: readonly EventLimit[]): AdmissionPlugin {
  const enforcers = limits.map(createEnforcer);
  return {
    name: "EventRateLimit",
    isOffByDefault: true,
    handles: ({ resource, operation }) =>
      resource.group === "" && resource.names.plural === "events" && (operation === "CREATE" || operation === "UPDATE"),
    validate(attributes) {
      if (attributes.isDryRun) {
        return undefined;
      }
      // All limits count the Event, even if one of them denies it.
      const reasons = new Set(enforcers.map((refuse) => refuse(attributes)).filter((why) => why !== undefined));
      if (reasons.size > 0) {
        const text = [...reasons].join(", ");
        throw statusTooManyRequests(`Too many requests: ${reasons.size === 1 ? text : `[${text}]`}`);
      }
      return undefined;
    },
  };
}

/** Counts an Event; returns the reason why it exceeds the limit, or undefined. */
type Enforcer = (attributes: AdmissionAttributes) => string | undefined;

function createEnforcer(limit: EventLimit): Enforcer {
  const { type, cacheSize } = limit;
  const buckets = new Map<string, TokenBucket>();
  return (attributes) => {
    const key = KEYS[type](attributes);
    const bucket = buckets.get(key) ?? createTokenBucket(limit);
    // Moved to the end of the Map, whose first entry is dropped when it is full.
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > cacheSize) {
      buckets.delete(buckets.keys().next().value as string);
    }
    const isTaken = bucket.take(attributes.services.clock.monotonicMs());
    return isTaken ? undefined : `limit reached on type ${type} for key ${key}`;
  };
}

const KEYS: Readonly<Record<EventLimit["type"], (attributes: AdmissionAttributes) => string>> = {
  Server: () => "",
  Namespace: ({ namespace }) => namespace,
  User: ({ requester }) => requester.user.name,
  SourceAndObject: ({ object }) => sourceAndObject(object),
};

const OBJECT_FIELDS = ["kind", "namespace", "name", "uid", "apiVersion"];

function sourceAndObject(event: JsonObject | undefined): string {
  const [source, involved] = [objectAt(event, "source"), objectAt(event, "involvedObject")];
  const fields = OBJECT_FIELDS.map((field) => textAt(involved, field));
  return [textAt(source, "component"), textAt(source, "host"), ...fields].join("");
}
