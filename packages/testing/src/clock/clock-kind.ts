import {
  asObject,
  durationToMs,
  type FieldError,
  fieldPath,
  invalid,
  type JsonObject,
  parseDuration,
  parseTime,
  printTime,
  textAt,
} from "@kiln/api";
import type { ServedDefinition } from "@kiln/apiserver";
import { definitionOf, prefixOf } from "../kinds/definition-of.ts";
import { nameOf } from "../kinds/fork.ts";
import type { ClockMove } from "./steered-clock.ts";

export const CLOCK_PREFIX: string = prefixOf("clocks");

/** Name of the Clock object: a cluster has one clock. */
export const CLOCK_NAME = "cluster";

const DEFINITION: JsonObject = definitionOf({
  kind: "Clock",
  plural: "clocks",
  description:
    "The time of this cluster. A write moves it, and is answered when everything that fell due on the way has happened.",
  spec: {
    type: "object",
    default: {},
    properties: {
      stopped: { type: "boolean", default: false, description: "Time stands still between moves." },
      time: {
        type: "string",
        format: "date-time",
        description: "The clock moves here when this is set or changed. Moving back makes nothing happen.",
      },
      offset: {
        type: "string",
        default: "0s",
        description: "A duration such as 1h30m, on top of time. Raising it by an hour advances the clock by an hour.",
      },
    },
  },
  status: {
    type: "object",
    properties: { time: { type: "string", format: "date-time", description: "The time after the last move." } },
  },
  columns: [
    ["Stopped", "boolean", ".spec.stopped"],
    ["Time", "string", ".status.time"],
  ],
});

interface ClockSpec {
  readonly isStopped: boolean;
  readonly time: string;
  readonly offsetMs: number;
}

export const clockKind: ServedDefinition = {
  definition: DEFINITION,
  strategy: {
    prepareCreate(object, { services }) {
      object.status = { time: printTime(timeAfter(services.clock.now(), readMove(object))) };
    },
    prepareUpdate(object, old, _subresource, { clock }) {
      object.status = { time: printTime(timeAfter(clock.now(), readMove(object, old))) };
    },
    validateCreate: checkClock,
    validateUpdate: checkClock,
  },
};

function readSpec(object: JsonObject): ClockSpec {
  const spec = asObject(object.spec);
  const { value: offset = 0n } = parseDuration(textAt(spec, "offset") || "0s");
  return { isStopped: spec.stopped === true, time: textAt(spec, "time"), offsetMs: durationToMs(offset) };
}

/** Clock move that leads from the old spec of a Clock to the new one. */
export function readMove(object: JsonObject, old: JsonObject = {}): ClockMove {
  const [after, before] = [readSpec(object), readSpec(old)];
  const { value: time } = parseTime(after.time);
  const isSet = time !== undefined && after.time !== before.time;
  // `spec.offset` counts from `spec.time`, so that one write with both determines the new time.
  const byMs = isSet ? after.offsetMs : after.offsetMs - before.offsetMs;
  return { isStopped: after.isStopped, byMs, ...(isSet ? { time } : {}) };
}

function timeAfter(now: Date, { time = now, byMs = 0 }: ClockMove): Date {
  return new Date(time.getTime() + byMs);
}

/** Last day that RFC 3339 can express. */
const LAST_MS = Date.UTC(9999, 11, 31);

function checkClock(object: JsonObject): FieldError[] {
  const spec = asObject(object.spec);
  const [name, offset] = [nameOf(object), textAt(spec, "offset")];
  const errors: FieldError[] = [];
  if (name !== CLOCK_NAME) {
    errors.push(invalid(fieldPath("metadata", "name"), name, `must be "${CLOCK_NAME}": a cluster has one clock`));
  }
  const { value, error } = parseDuration(offset || "0s");
  if (value === undefined) {
    errors.push(invalid(fieldPath("spec", "offset"), offset, `must be a duration such as 90s or 1h30m: ${error}`));
  } else if (Math.abs(durationToMs(value)) > LAST_MS) {
    errors.push(invalid(fieldPath("spec", "offset"), offset, "must stay below 8,000 years"));
  }
  return errors;
}
