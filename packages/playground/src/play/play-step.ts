import { asObject, getOwn, isJsonObject, type JsonObject, type JsonValue, objectAt, printJson } from "@kiln/api";
import { causesOf } from "@kiln/lint";
import type { SchemaSource } from "@kiln/schema";
import { type FoundResource, findByKind, printResourcePath } from "../server/find-resource.ts";
import type { World, WorldAnswer } from "../server/open-world.ts";
import type { Step } from "../state/playground-state.ts";
import { describeChanges, describeUnions, toLiveMarks, unknownFields } from "./describe-changes.ts";
import { describeLive } from "./describe-live.ts";
import { parseFieldPath } from "./field-path.ts";
import type { Notice, StepOutcome } from "./outcome.ts";
import { isNotice, type PlacedDocument, readDocuments } from "./text-places.ts";

/** Object that all steps write: the one that the first step names. */
export interface Target {
  readonly resource: FoundResource;
  readonly namespace: string;
  readonly name: string;
}

export interface StepContext {
  readonly world: World;
  /** Object of the earlier steps; undefined until a step has named one. */
  readonly target: Target | undefined;
  readonly schema: SchemaSource;
}

export interface PlayedStep {
  readonly outcome: StepOutcome;
  readonly target: Target | undefined;
  /** The object after the step. */
  readonly live: JsonObject | undefined;
}

/** Sends one step and describes the server's result. */
export async function playStep(step: Step, context: StepContext): Promise<PlayedStep> {
  const read = readDocuments(step.text);
  if (isNotice(read)) {
    return stop(context, "unreadable", "not sent: the text is no YAML", [read]);
  }
  const [document] = read;
  if (document === undefined) {
    return stop(context, "skipped", "not sent: the text is empty", []);
  }
  const target = await findTarget(step, document.value, context);
  if (typeof target === "string") {
    return stop(context, "skipped", target, []);
  }
  const before = await readLive(context.world, target);
  const request = toRequest(step, { target, body: document.value, before });
  const answer = await context.world.send(request);
  const live = await readLive(context.world, target);
  const summary = {
    status: answer.status,
    title: `${answer.status} ${reasonOf(answer)}`,
    request: `${request.method} ${request.target}`,
  };
  const played = { step, document, answer, before, live, schema: context.schema };
  const described = answer.status < 300 ? describeAccepted(played) : describeRefused(played);
  return { outcome: { ...summary, ...described }, target, live };
}

function stop(
  { target }: StepContext,
  verdict: "unreadable" | "skipped",
  title: string,
  notices: readonly Notice[],
): PlayedStep {
  const outcome = { verdict, status: 0, title, message: "", request: "", notices, live: undefined };
  return { outcome, target, live: undefined };
}

/** Object that a step writes, or the reason why there is none. A patch is sent to the object of the steps before it. */
async function findTarget(step: Step, body: JsonValue, { target, world }: StepContext): Promise<Target | string> {
  const isPatch = step.verb === "merge-patch" || step.verb === "json-patch";
  if (isPatch || !isJsonObject(body)) {
    return target ?? "not sent: a patch needs an object, and no step before it names one";
  }
  const resource = await findByKind(world, body);
  if (resource === undefined) {
    return `not sent: the server has no kind ${String(body.kind ?? "")} in ${String(body.apiVersion ?? "no apiVersion")}`;
  }
  const metadata = objectAt(body, "metadata");
  const name = getOwn(metadata, "name");
  const namespace = getOwn(metadata, "namespace");
  return {
    resource,
    name: typeof name === "string" ? name : "",
    namespace: typeof namespace === "string" ? namespace : "default",
  };
}

async function readLive(world: World, { resource, namespace, name }: Target): Promise<JsonObject | undefined> {
  if (name === "") {
    return undefined;
  }
  const answer = await world.send({ method: "GET", target: printResourcePath(resource, { namespace, name }) });
  return answer.status === 200 ? answer.json : undefined;
}

interface ToSend {
  readonly target: Target;
  readonly body: JsonValue;
  readonly before: JsonObject | undefined;
}

const PATCH_TYPES = {
  apply: "application/apply-patch+yaml",
  "merge-patch": "application/merge-patch+json",
  "json-patch": "application/json-patch+json",
} as const;

function toRequest({ verb, manager, isForced }: Step, { target, body, before }: ToSend) {
  const { resource, namespace, name } = target;
  const query = new URLSearchParams({ fieldManager: manager, fieldValidation: "Warn" });
  if (verb === "create") {
    return toJsonRequest("POST", `${printResourcePath(resource, { namespace })}?${query}`, body);
  }
  const path = printResourcePath(resource, { namespace, name });
  if (verb === "update") {
    return toJsonRequest("PUT", `${path}?${query}`, withVersion(asObject(body), before));
  }
  if (verb === "apply" && isForced) {
    query.set("force", "true");
  }
  const headers = { "content-type": PATCH_TYPES[verb] };
  return { method: "PATCH", target: `${path}?${query}`, headers, body: printJson(body) };
}

function toJsonRequest(method: string, target: string, body: JsonValue) {
  return { method, target, headers: { "content-type": "application/json" }, body: printJson(body) };
}

/**
 * Body with the resourceVersion of the stored object, without which most kinds refuse an update. A text that contains
 * one keeps it.
 */
function withVersion(body: JsonObject, before: JsonObject | undefined): JsonObject {
  const metadata = objectAt(body, "metadata");
  const version = getOwn(objectAt(before ?? {}, "metadata"), "resourceVersion");
  return version === undefined ? body : { ...body, metadata: { resourceVersion: version, ...metadata } };
}

interface Played {
  readonly step: Step;
  readonly document: PlacedDocument;
  readonly answer: WorldAnswer;
  readonly before: JsonObject | undefined;
  readonly live: JsonObject | undefined;
  readonly schema: SchemaSource;
}

type Described = Pick<StepOutcome, "verdict" | "message" | "notices" | "live">;

function describeAccepted({ step, document, answer, before, live, schema }: Played): Described {
  const written = {
    sent: isJsonObject(document.value) ? document.value : undefined,
    before,
    after: answer.json,
    isPartial: step.verb !== "create" && step.verb !== "update",
    isApply: step.verb === "apply",
  };
  const unknown = unknownFields(answer.warnings);
  const changes = describeChanges({ written, schema, unknown, sentDocument: document });
  const told = new Set(changes.map(({ change, notice }) => (change.from === "sent" ? notice.field : "")));
  const warnings = answer.warnings.filter((each) => ![...unknownFields([each])].some((field) => told.has(field)));
  return {
    verdict: "accepted",
    message: "",
    notices: [
      ...warnings.map((text): Notice => ({ kind: "warning", text, field: "", range: undefined })),
      ...changes.map(({ notice }) => notice),
      ...describeUnions(written, schema),
    ],
    live: live && describeLive(live, (text) => toLiveMarks(changes, text)),
  };
}

function describeRefused({ document, answer, live }: Played): Described {
  const isConflict = answer.status === 409;
  const causes = causesOf(answer.json);
  const notices = causes.map(({ field, message }): Notice => {
    const path = parseFieldPath(field, document.value);
    const range = path.length === 0 ? undefined : document.keyRangeOf(path);
    const text = field === "" ? message : `${field.replace(/^\./, "")}: ${message}`;
    return { kind: isConflict ? "conflict" : "error", text, field, range };
  });
  const message = String(answer.json.message ?? answer.text);
  const told: Notice[] = notices.length > 0 ? notices : [{ kind: "error", text: message, field: "", range: undefined }];
  const warnings = answer.warnings.map((text): Notice => ({ kind: "warning", text, field: "", range: undefined }));
  return {
    verdict: "refused",
    message,
    notices: [...told, ...warnings],
    live:
      live &&
      describeLive(live, (text) =>
        causes.flatMap(({ field, message: title }) => {
          const path = parseFieldPath(field, live);
          return path.length === 0 || text.lineOf(path) === undefined
            ? []
            : [{ ...text.rangeOf(path), kind: isConflict ? ("conflict" as const) : ("immutable" as const), title }];
        }),
      ),
  };
}

function reasonOf({ status, json }: WorldAnswer): string {
  const reason = getOwn(json, "reason");
  return status === 201 ? "Created" : status < 300 ? "OK" : typeof reason === "string" ? reason : "";
}
