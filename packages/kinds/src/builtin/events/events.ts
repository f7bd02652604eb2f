import {
  asText,
  fieldPath,
  getOwn,
  type JsonObject,
  nameIsDns1123Subdomain,
  nameIsPathSegment,
  objectAt,
  setOwn,
  validateObjectMeta,
  validateStandardFinalizers,
} from "@kiln/api";
import type { Declaration, SharedStorage } from "../declaration.ts";
import { validateAnyEvent, validateEventKept, validateStrictEvent } from "./validate-event.ts";

const METADATA = fieldPath("metadata");

/** Names of the same field in the core group and in events.k8s.io. */
const NAMES: readonly (readonly [core: string, events: string])[] = [
  ["involvedObject", "regarding"],
  ["message", "note"],
  ["source", "deprecatedSource"],
  ["firstTimestamp", "deprecatedFirstTimestamp"],
  ["lastTimestamp", "deprecatedLastTimestamp"],
  ["count", "deprecatedCount"],
  ["reportingComponent", "reportingController"],
];

/** Renames the fields of an event for the other group, in place. */
function convertEvent(event: JsonObject, apiVersion: string): JsonObject {
  const [from, to] = apiVersion === "v1" ? [1, 0] : [0, 1];
  for (const names of NAMES) {
    const value = getOwn(event, names[from] as string);
    if (value !== undefined) {
      delete event[names[from] as string];
      setOwn(event, names[to] as string, value);
    }
  }
  return event;
}

/** Storage of Events, which are stored once and served by two groups. */
const storage: SharedStorage = {
  apiVersion: "v1",
  apiVersions: ["v1", "events.k8s.io/v1"],
  ttlSeconds: 3600,
  convert: convertEvent,
};

/**
 * Copy of an event with the fields of the core group. Kubernetes: errors of both Event APIs name these
 * (core/validation/events.go ValidateEventCreate, v1.36).
 */
function inCoreForm(event: JsonObject): JsonObject {
  return convertEvent({ ...event }, "v1");
}

const REFERENCE = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"];

export const coreEvent: Declaration = {
  resource: "events",
  nameRule: nameIsPathSegment,
  metadataRules: { requiresQualifiedFinalizers: false, onUpdate: [], onCreate: "last" },
  storage,
  strategy: () => ({
    deletion: { ignoresDependents: true },
    validateCreate: (object) => validateAnyEvent(object, "reportingComponent"),
    validateUpdate: (object) => validateAnyEvent(object, "reportingComponent"),
  }),
  selectableFields: [
    ...REFERENCE.map((field) => `involvedObject.${field}`),
    "reason",
    "reportingComponent",
    "source",
    "type",
  ],
  fieldValues: {
    source: (event) => asText(objectAt(event, "source").component) || asText(event.reportingComponent),
  },
};

export const event: Declaration = {
  resource: "events.events.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["update"], onCreate: "own" },
  storage,
  strategy: () => ({
    deletion: { ignoresDependents: true },
    validateCreate: (object) => {
      const asCore = inCoreForm(object);
      const metadata = objectAt(object, "metadata");
      return [
        ...validateAnyEvent(asCore, "reportingController"),
        ...validateObjectMeta(metadata, { requiresNamespace: true, nameRule: nameIsDns1123Subdomain, path: METADATA }),
        ...validateStandardFinalizers(metadata.finalizers as string[] | undefined, METADATA.child("finalizers")),
        ...validateStrictEvent(asCore),
      ];
    },
    validateUpdate: (object, old) => {
      const asCore = inCoreForm(object);
      return [...validateAnyEvent(asCore, "reportingController"), ...validateEventKept(asCore, inCoreForm(old))];
    },
  }),
  selectableFields: [...REFERENCE.map((field) => `regarding.${field}`), "reason", "reportingController", "type"],
};
