import { getOwn, isJsonObject, type JsonObject, type JsonValue, listAt, objectAt, printJson } from "@kiln/api";
import { causesOf, toWrittenField } from "@kiln/lint";
import type { SchemaSource } from "@kiln/schema";
import { findByKind, printResourcePath } from "../server/find-resource.ts";
import type { World } from "../server/open-world.ts";
import type { PlaygroundState } from "../state/playground-state.ts";
import { managersOf } from "./describe-live.ts";
import { parseFieldPath } from "./field-path.ts";
import type { DefinitionsOutcome, Notice, Outcome, StepOutcome } from "./outcome.ts";
import { playStep, type StepContext } from "./play-step.ts";
import { isNotice, type PlacedDocument, readDocuments } from "./text-places.ts";

/** Creates the CRDs in an empty API server, then sends the steps in order. Never throws for invalid texts. */
export async function play(world: World, state: PlaygroundState): Promise<Outcome> {
  const definitions = await playDefinitions(world, state);
  if (definitions.verdict !== "accepted") {
    const title =
      definitions.verdict === "unreadable" ? "not sent: the CRD is no YAML" : "not sent: the CRD is refused";
    const skipped: StepOutcome = {
      verdict: "skipped",
      status: 0,
      title,
      message: "",
      request: "",
      notices: [],
      live: undefined,
    };
    return { definitions, steps: state.steps.map(() => skipped), managers: [] };
  }
  const schema: SchemaSource = { root: definitions.schema ?? {} };
  const managers = new Set<string>();
  const steps: StepOutcome[] = [];
  let target: StepContext["target"];
  for (const step of state.steps) {
    const played = await playStep(step, { world, target, schema });
    target = played.target;
    for (const manager of played.live === undefined ? [] : managersOf(played.live)) {
      managers.add(manager);
    }
    steps.push(played.outcome);
  }
  return { definitions, steps, managers: [...managers] };
}

async function playDefinitions(world: World, state: PlaygroundState): Promise<DefinitionsOutcome> {
  const read = readDocuments(state.definitions);
  if (isNotice(read)) {
    return { verdict: "unreadable", title: "no YAML", notices: [read], schema: undefined };
  }
  const notices: Notice[] = [];
  let isRefused = false;
  for (const document of read) {
    const sent = await createDefinition(world, document);
    isRefused ||= sent.isRefused;
    for (const notice of sent.notices) {
      notices.push(notice);
    }
  }
  return {
    verdict: isRefused ? "refused" : "accepted",
    title: isRefused ? "refused" : "established",
    notices,
    schema: findSchema(
      read.map(({ value }) => value),
      firstObject(state),
    ),
  };
}

async function createDefinition(world: World, document: PlacedDocument) {
  const object = isJsonObject(document.value) ? document.value : {};
  const resource = await findByKind(world, object);
  if (resource === undefined) {
    const text = `the server has no kind ${String(object.kind ?? "")} in ${String(object.apiVersion ?? "no apiVersion")}`;
    const notice: Notice = { kind: "error", text, field: "", range: document.keyRangeOf(["kind"]) };
    return { isRefused: true, notices: [notice] };
  }
  const namespace = String(getOwn(objectAt(object, "metadata"), "namespace") ?? "default");
  const target = `${printResourcePath(resource, { namespace })}?fieldValidation=Warn&fieldManager=playground`;
  const answer = await world.send({ method: "POST", target, body: printJson(object) });
  if (answer.status < 300) {
    return { isRefused: false, notices: [] };
  }
  const causes = causesOf(answer.json);
  const found = causes.length > 0 ? causes : [{ field: "", message: String(answer.json.message ?? answer.text) }];
  const notices = found.map(({ field, message }): Notice => {
    const path = parseFieldPath(toWrittenField(field, object), object);
    return {
      kind: "error",
      text: `${field}${field === "" ? "" : ": "}${message}`,
      field,
      range: document.keyRangeOf(path),
    };
  });
  return { isRefused: true, notices };
}

/** Object that the first step sends, as far as its text can be parsed. */
function firstObject({ steps }: PlaygroundState): JsonValue {
  const read = readDocuments(steps[0]?.text ?? "");
  return isNotice(read) ? null : (read[0]?.value ?? null);
}

/** The schema of the version that the object names, or of the first version of the first CRD. */
function findSchema(definitions: readonly JsonValue[], object: JsonValue): JsonObject | undefined {
  const wanted = isJsonObject(object) ? String(object.apiVersion) : "";
  const versions = definitions.filter(isJsonObject).flatMap((definition) => {
    const spec = objectAt(definition, "spec");
    return listAt(spec, "versions")
      .filter(isJsonObject)
      .map((version) => ({
        apiVersion: `${String(spec.group)}/${String(version.name)}`,
        schema: objectAt(version, "schema", "openAPIV3Schema"),
      }));
  });
  const found = versions.find(({ apiVersion }) => apiVersion === wanted) ?? versions[0];
  return found && withMetadata(found.schema);
}

function withMetadata(schema: JsonObject): JsonObject {
  const text = (description: string) => ({ type: "string", description });
  return {
    ...schema,
    properties: {
      apiVersion: text("Group and version of the schema of this object."),
      kind: text("The kind of this object."),
      metadata: {
        type: "object",
        properties: {
          name: text("Unique in the namespace for its kind; never changes."),
          namespace: text("Where the object lives; default if absent."),
          generateName: text("Prefix of a name that the server makes."),
          labels: { type: "object", additionalProperties: { type: "string" } },
          annotations: { type: "object", additionalProperties: { type: "string" } },
          finalizers: { type: "array", items: { type: "string" } },
        },
      },
      ...objectAt(schema, "properties"),
    },
  };
}
