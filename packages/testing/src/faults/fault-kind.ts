import {
  asObject,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  invalid,
  type JsonObject,
  type JsonValue,
  notFound,
  parseDuration,
  required,
  textAt,
} from "@kiln/api";
import type { Context, ServedDefinition } from "@kiln/apiserver";
import { definitionOf, prefixOf } from "../kinds/definition-of.ts";
import { nameOf } from "../kinds/fork.ts";
import {
  FAULT_CODES,
  type FaultAction,
  isWatchAction,
  REQUEST_ACTIONS,
  readFaultSpec,
  WATCH_ACTIONS,
} from "./fault.ts";

export const FAULT_PREFIX: string = prefixOf("faults");

const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];

function list(items: JsonObject, description: string): JsonObject {
  return { type: "array", items, description };
}

const text: JsonObject = { type: "string" };

const MATCH: JsonObject = {
  type: "object",
  description: "Requests that the fault is about. Absent fields match all; requests for testing.kiln.dev never match.",
  properties: {
    verbs: list({ type: "string", enum: VERBS }, "Verbs of the API, such as update."),
    resources: list(text, "Plurals with their group: pods, deployments.apps, pods/status."),
    namespaces: list(text, "Namespaces of the request."),
    names: list(text, "Names of objects."),
    users: list(text, "Names of users."),
    userAgents: list(text, "Beginnings of the User-Agent header."),
  },
};

const DEFINITION: JsonObject = definitionOf({
  kind: "Fault",
  plural: "faults",
  description: "Something that goes wrong with some requests of this cluster, for as long as the object is there.",
  spec: {
    type: "object",
    required: ["action"],
    properties: {
      match: MATCH,
      action: {
        type: "string",
        enum: [...REQUEST_ACTIONS, ...WATCH_ACTIONS],
        description:
          "Delay: only slower. Status: refused with code. LoseAnswer: done, and the connection drops before the answer. Drop: not done, and the connection drops. StallWatch: no more events. HoldEvents: no events until the Fault is deleted. DropWatch: the connection drops. RepeatEvents: the last events come again. ExpireWatch: ends with 410.",
      },
      delay: { type: "string", description: "A duration such as 200ms, before the action, by the cluster's clock." },
      code: { type: "integer", enum: [...FAULT_CODES], description: "HTTP status, for Status." },
      message: { type: "string", description: "Text of the Status." },
      retryAfterSeconds: {
        type: "integer",
        minimum: 0,
        description: "For 429, 503 and 504; if absent, 1 for 429 and 504.",
      },
      events: {
        type: "integer",
        minimum: 0,
        default: 0,
        description: "Events that a watch delivers before the action.",
      },
      repeat: { type: "integer", minimum: 1, maximum: 1000, default: 1, description: "For RepeatEvents: how many." },
      nth: list({ type: "integer", minimum: 1 }, "Which of the matching requests, counted from 1. Absent: all."),
      times: { type: "integer", minimum: 1, description: "Acts on so many requests at most." },
      probability: { type: "number", minimum: 0, maximum: 1, description: "Acts on this share of matching requests." },
      seed: { type: "integer", format: "int64", default: 0, description: "Decides which, together with the name." },
    },
  },
  status: {
    type: "object",
    properties: {
      matched: { type: "integer", format: "int64", description: "Requests that matched since the spec was written." },
      injected: { type: "integer", format: "int64", description: "How often the action took place." },
    },
  },
  columns: [
    ["Action", "string", ".spec.action"],
    ["Matched", "integer", ".status.matched"],
    ["Injected", "integer", ".status.injected"],
    ["Age", "date", ".metadata.creationTimestamp"],
  ],
});

export interface FaultRules {
  statusOf(name: string): JsonObject;
}

export function faultKind({ statusOf }: FaultRules): ServedDefinition {
  return {
    definition: DEFINITION,
    strategy: {
      prepareCreate(object) {
        object.status = { matched: 0, injected: 0 };
      },
      prepareUpdate(object, old) {
        const isSame = JSON.stringify(object.spec) === JSON.stringify(old.spec);
        object.status = isSame ? statusOf(nameOf(object)) : { matched: 0, injected: 0 };
      },
      validateCreate: (object, services) => checkFault(object, services),
      validateUpdate: (object, _old, _subresource, services) => checkFault(object, services),
    },
  };
}

type Services = Context["services"];

function checkFault(object: JsonObject, { registry }: Pick<Services, "registry">): FieldError[] {
  const path = fieldPath("spec");
  const spec = asObject(object.spec);
  const { action, match } = readFaultSpec(object);
  const errors: FieldError[] = match.resources.flatMap((resource, i) =>
    isServed(registry, resource) ? [] : [notFound(path.child("match", "resources").index(i), resource)],
  );
  if (action === "Status" && spec.code === undefined) {
    errors.push(required(path.child("code"), `the action Status needs one of ${FAULT_CODES.join(", ")}`));
  }
  if (action === "Delay" && textAt(spec, "delay") === "") {
    errors.push(required(path.child("delay"), "the action Delay needs a duration such as 200ms"));
  }
  if (isWatchAction(action) && match.verbs.some((verb) => verb !== "watch")) {
    const detail = `the action ${action} is about watches: leave verbs out, or name watch alone`;
    errors.push(invalid(path.child("match", "verbs"), [...match.verbs], detail));
  }
  return [...errors, ...checkUnused(path, spec, action), ...checkDelay(path.child("delay"), textAt(spec, "delay"))];
}

/** Errors of fields that have no effect on the action. Defaults count as absent. */
function checkUnused(path: FieldPath, spec: JsonObject, action: FaultAction): FieldError[] {
  const rules: readonly [field: string, isUsed: boolean, user: string][] = [
    ["code", action === "Status", "the action Status"],
    ["message", action === "Status", "the action Status"],
    ["retryAfterSeconds", action === "Status" && RETRIED.has(spec.code), "the action Status with 429, 503 or 504"],
    ["events", isWatchAction(action) || spec.events === 0, "actions on watches"],
    ["repeat", action === "RepeatEvents" || spec.repeat === 1, "the action RepeatEvents"],
  ];
  return rules
    .filter(([field, isUsed]) => spec[field] !== undefined && !isUsed)
    .map(([field, , user]) => forbidden(path.child(field), `only ${user} may have it`));
}

/** Codes whose responses may name a delay. */
const RETRIED: ReadonlySet<JsonValue | undefined> = new Set([429, 503, 504]);

function checkDelay(path: FieldPath, delay: string): FieldError[] {
  const { value, error } = parseDuration(delay || "0s");
  const isPositive = value !== undefined && value >= 0n;
  return isPositive ? [] : [invalid(path, delay, `must be a duration such as 200ms or 5s${error ? `: ${error}` : ""}`)];
}

function isServed(registry: Services["registry"], name: string): boolean {
  const [resource = ""] = name.split("/");
  const dot = resource.indexOf(".");
  const [plural, group] = dot < 0 ? [resource, ""] : [resource.slice(0, dot), resource.slice(dot + 1)];
  return registry.versionsOf(group).some(({ resources }) => resources.has(plural));
}
