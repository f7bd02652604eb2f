import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type FieldError,
  type FieldErrorReason,
  forbiddenMessage,
  type GroupResource,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Status,
  type StatusCause,
  type StatusError,
  statusAlreadyExists,
  statusApplyConflict,
  statusBadRequest,
  statusBeingDeleted,
  statusConflict,
  statusForbidden,
  statusFromPlainError,
  statusGeneric,
  statusInternalError,
  statusInvalid,
  statusMethodNotSupported,
  statusNamespaceTerminating,
  statusNotAcceptable,
  statusNotFound,
  statusPolicyDenied,
  statusRequestEntityTooLarge,
  statusSuccess,
  statusTooManyRequests,
  statusUnsupportedMediaType,
  statusWebhookDenied,
} from "@kiln/api";
import { describe, expect, it } from "vitest";

// Every Status in the recorded answers is made again: its factory gets what a server would know (from the details and
// the variable part of the message) and must write the same body, byte for byte.

const golden = join(import.meta.dirname, "..", "golden");

interface Recorded {
  readonly where: string;
  readonly status: Status;
}

function collect(value: JsonValue, where: string): Recorded[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, i) => collect(item, `${where}/${i}`));
  }
  if (!isJsonObject(value)) {
    return [];
  }
  if (value.kind === "Status" && value.status !== undefined) {
    return [{ where, status: value as Status }];
  }
  return Object.entries(value).flatMap(([key, item]) => collect(item, `${where}/${key}`));
}

/** Answers only: a request may hold a Status too, such as what a webhook is to say. */
function collectAnswers(file: string): Recorded[] {
  const { steps } = JSON.parse(readFileSync(join(golden, file), "utf8")) as { steps: JsonObject[] };
  return steps.flatMap((step, i) => collect(step.answer ?? null, `${file}#${i}`));
}

/** Parts that the recording left out cannot be compared: ignored messages and causes, and equal prose of unequal errors. */
function isWhole({ status }: Recorded): boolean {
  const causes = status.details?.causes ?? [];
  const texts = causes.map((cause) => `${cause.field}: ${cause.message}`);
  const hidden = texts.filter((text, i) => text.includes("<text>") && texts.indexOf(text) !== i);
  return (
    (status.status === "Success" || status.message !== undefined) &&
    causes.every((cause) => cause.message !== undefined) &&
    hidden.length === 0
  );
}

interface Maker {
  readonly name: string;
  readonly isFor: (status: Known) => boolean;
  readonly make: (status: Known) => StatusError | Status;
}

/** A recorded Status with its parts at hand. */
interface Known {
  readonly status: Status;
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly resource: GroupResource;
  readonly name: string;
  readonly causes: StatusCause[];
}

function know(status: Status): Known {
  const { code = 0, reason = "", message = "", details = {} } = status;
  const resource = { group: details.group ?? "", resource: details.kind ?? "" };
  return { status, code, reason, message, resource, name: details.name ?? "", causes: details.causes ?? [] };
}

const after = (text: string, mark: string) => text.slice(text.indexOf(mark) + mark.length);
const before = (text: string, mark: string) => text.slice(0, text.indexOf(mark));
const isBare = ({ status }: Known) => status.details === undefined;
const isEmpty = ({ status }: Known) => status.details !== undefined && Object.keys(status.details).length === 0;

/** The first that fits makes the Status. */
const MAKERS: readonly Maker[] = [
  {
    name: "statusSuccess",
    isFor: ({ status }) => status.status === "Success",
    make: ({ status }) => statusSuccess(status),
  },
  {
    name: "statusWebhookDenied",
    isFor: ({ message }) => message.startsWith("admission webhook ") && message.includes(" denied the request"),
    make: ({ status, message }) => {
      const said = message.includes(" denied the request: ") ? after(message, " denied the request: ") : undefined;
      const { message: _, ...rest } = status;
      return statusWebhookDenied(
        before(after(message, '"'), '"'),
        said === undefined ? rest : { ...rest, message: said },
      );
    },
  },
  {
    name: "statusGeneric",
    isFor: (known) => isEmpty(known) && [404, 405, 406, 415, 422].includes(known.code),
    make: ({ code, message }) => statusGeneric(code as 404 | 405 | 406 | 415 | 422, message),
  },
  {
    name: "statusNotFound",
    isFor: ({ code }) => code === 404,
    make: ({ resource, name }) => statusNotFound(resource, name),
  },
  {
    name: "statusBeingDeleted",
    isFor: ({ reason, message }) => reason === "AlreadyExists" && message.startsWith("object is being deleted"),
    make: ({ resource, name }) => statusBeingDeleted(resource, name),
  },
  {
    name: "statusAlreadyExists",
    isFor: ({ reason }) => reason === "AlreadyExists",
    make: ({ resource, name }) => statusAlreadyExists(resource, name),
  },
  {
    name: "statusApplyConflict",
    isFor: ({ reason, name }) => reason === "Conflict" && name === "",
    make: ({ causes, message }) => statusApplyConflict(causes, message),
  },
  {
    name: "statusConflict",
    isFor: ({ reason }) => reason === "Conflict",
    make: ({ resource, name, message }) => statusConflict(resource, name, after(message, `"${name}": `)),
  },
  {
    name: "statusNamespaceTerminating",
    isFor: ({ causes }) => causes[0]?.reason === "NamespaceTerminating",
    make: ({ resource, name, causes }) =>
      statusNamespaceTerminating(resource, name, before(after(causes[0]?.message ?? "", "namespace "), " ")),
  },
  {
    name: "statusTooManyRequests",
    isFor: ({ code }) => code === 429,
    make: ({ message, causes }) => statusTooManyRequests(message, { retryAfterSeconds: 0, causes }),
  },
  {
    name: "statusInternalError",
    isFor: ({ reason }) => reason === "InternalError",
    make: ({ causes }) => statusInternalError(causes[0]?.message ?? ""),
  },
  {
    name: "statusPolicyDenied",
    isFor: ({ causes }) => causes.length > 0 && causes.every((cause) => cause.reason === undefined),
    make: ({ resource, name, code, reason, message, causes }) => {
      const sentences = causes.map((cause) => cause.message ?? "");
      const [first = ""] = sentences;
      const isValidating = message.includes(" is forbidden: ");
      const said = isValidating ? forbiddenMessage(resource, name, first) : first;
      return statusPolicyDenied({ resource, name, code, reason, message: said, causes: sentences });
    },
  },
  {
    name: "statusForbidden",
    isFor: ({ reason }) => reason === "Forbidden",
    make: ({ resource, name, message }) => statusForbidden(resource, name, after(message, "forbidden: ")),
  },
  {
    name: "statusInvalid",
    isFor: ({ reason }) => reason === "Invalid",
    make: ({ resource, name, causes }) =>
      statusInvalid({ group: resource.group, kind: resource.resource }, name, causes.map(toFieldError)),
  },
  {
    name: "statusMethodNotSupported",
    isFor: ({ code }) => code === 405,
    make: ({ resource, message }) => statusMethodNotSupported(resource, before(message, " is not supported")),
  },
  {
    name: "statusNotAcceptable",
    isFor: (known) => known.code === 406 && isBare(known),
    make: ({ message }) => {
      const target = message.includes(" when converting to ")
        ? before(after(message, " when converting to "), ":")
        : undefined;
      return statusNotAcceptable(after(message, ": ").split(", "), target);
    },
  },
  {
    name: "statusUnsupportedMediaType",
    isFor: (known) => known.code === 415 && isBare(known),
    make: ({ message }) => statusUnsupportedMediaType(after(message, "include: ").split(", ")),
  },
  {
    name: "statusRequestEntityTooLarge",
    isFor: ({ code }) => code === 413,
    make: ({ message }) => statusRequestEntityTooLarge(after(message, "large: ")),
  },
  {
    name: "statusBadRequest",
    isFor: ({ reason }) => reason === "BadRequest",
    make: ({ message }) => statusBadRequest(message),
  },
  {
    name: "statusFromPlainError",
    isFor: ({ code, reason }) => code === 500 && reason === "",
    make: ({ message }) => statusFromPlainError(message),
  },
];

const TITLES =
  /^(?:Not found|Required value|Duplicate value|Invalid value|Unsupported value|Forbidden|Too long|Too many|Too few|Internal error)(?:: )?/;

/** The value need not be separated from the detail: they are printed one behind the other. */
function toFieldError({ reason = "", field = "", message = "" }: StatusCause): FieldError {
  return { reason: reason as FieldErrorReason, field, detail: message.replace(TITLES, "") };
}

describe("the recorded Status bodies", () => {
  const recorded = readdirSync(golden)
    .filter((file) => file.endsWith(".json"))
    .flatMap(collectAnswers);
  const whole = recorded.filter(isWhole);
  const makerOf = (status: Status) => MAKERS.find((maker) => maker.isFor(know(status)));

  it("are many, and nearly all whole", () => {
    expect(recorded.length).toBeGreaterThan(1400);
    expect(whole.length / recorded.length).toBeGreaterThan(0.9);
  });

  it("all have a factory", () => {
    expect(whole.filter(({ status }) => makerOf(status) === undefined)).toEqual([]);
  });

  it.each(MAKERS)("are made again by $name()", ({ name }) => {
    const mine = whole.filter(({ status }) => makerOf(status)?.name === name);
    expect(mine.length).toBeGreaterThan(0);
    const made = mine.map(({ where, status }) => [where, remake(status)]);
    expect(made).toEqual(mine.map(({ where, status }) => [where, status]));
    expect(JSON.stringify(made)).toBe(JSON.stringify(mine.map(({ where, status }) => [where, status])));
  });

  function remake(status: Status): Status | undefined {
    const made = makerOf(status)?.make(know(status));
    return made instanceof Error ? made.status : made;
  }
});
