import { escapePathPart, getOwn, type JsonObject, objectAt, parseJson, printJson } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { printResourcePath } from "../server/find-resource.ts";
import type { World, WorldAnswer } from "../server/open-world.ts";
import type { CommandContext } from "./command-context.ts";
import { printAs } from "./kubectl-get.ts";
import { findKindOrFail, findOrFail, type KubectlCommand, nameOf, splitTarget } from "./kubectl-target.ts";
import { printStatus, printWarnings } from "./print-status.ts";
import { readObjects } from "./read-files.ts";
import { CommandError } from "./split-words.ts";

type FileVerb = "apply" | "create" | "replace" | "delete";

/** Runs `kubectl apply|create|replace|delete -f FILE`, one object after the other. Returns the highest exit code. */
export async function kubectlFiles(verb: FileVerb, command: KubectlCommand, context: CommandContext): Promise<number> {
  const file = command.flags.get("filename");
  if (file === undefined) {
    throw new CommandError(`must specify -f FILE: ${[...context.files.keys()].join(", ")}`);
  }
  let code = 0;
  for (const object of readObjects(file, context)) {
    const before = await readObject(context.world, command, object);
    const answer = await sendObject(verb, { command, object, before }, context.world);
    code = Math.max(code, report(verb, { command, answer, object, before }, context));
  }
  return code;
}

async function placeOf(world: World, { flags }: KubectlCommand, object: JsonObject) {
  const resource = await findKindOrFail(world, object);
  const metadata = objectAt(object, "metadata");
  const namespace = String(getOwn(metadata, "namespace") ?? flags.get("namespace") ?? "default");
  const name = getOwn(metadata, "name");
  const collection = printResourcePath(resource, { namespace });
  return { collection, path: typeof name === "string" ? `${collection}/${escapePathPart(name)}` : undefined };
}

async function readObject(world: World, command: KubectlCommand, object: JsonObject): Promise<JsonObject | undefined> {
  const { path } = await placeOf(world, command, object);
  const answer = path === undefined ? undefined : await world.send({ method: "GET", target: path });
  return answer?.status === 200 ? answer.json : undefined;
}

interface FileObject {
  readonly command: KubectlCommand;
  readonly object: JsonObject;
  readonly before: JsonObject | undefined;
}

async function sendObject(verb: FileVerb, { command, object, before }: FileObject, world: World): Promise<WorldAnswer> {
  const { collection, path } = await placeOf(world, command, object);
  const { flags } = command;
  const query = writeQuery(flags);
  if (verb === "create" || path === undefined) {
    return world.send({ method: "POST", target: `${collection}?${query}`, body: printJson(object) });
  }
  if (verb === "delete") {
    return world.send({ method: "DELETE", target: path });
  }
  if (verb === "replace") {
    const resourceVersion = getOwn(objectAt(before ?? {}, "metadata"), "resourceVersion");
    const metadata = { ...(resourceVersion === undefined ? {} : { resourceVersion }), ...objectAt(object, "metadata") };
    return world.send({ method: "PUT", target: `${path}?${query}`, body: printJson({ ...object, metadata }) });
  }
  if (flags.has("force-conflicts")) {
    query.set("force", "true");
  }
  const headers = { "content-type": "application/apply-patch+yaml" };
  return world.send({ method: "PATCH", target: `${path}?${query}`, headers, body: printJson(object) });
}

function writeQuery(flags: KubectlCommand["flags"]): URLSearchParams {
  const query = new URLSearchParams({
    fieldManager: flags.get("field-manager") ?? "kubectl",
    fieldValidation: "Strict",
  });
  if (flags.has("dry-run")) {
    query.set("dryRun", "All");
  }
  return query;
}

interface Reported extends FileObject {
  readonly answer: WorldAnswer;
}

function report(verb: FileVerb, { command, answer, before }: Reported, context: CommandContext): number {
  context.print(printWarnings(answer.warnings));
  if (answer.status >= 300) {
    context.print(printStatus(answer));
    return 1;
  }
  const output = command.flags.get("output");
  if (output !== undefined) {
    context.print(printAs(output, answer.json));
    return 0;
  }
  const object = verb === "delete" ? (before ?? answer.json) : answer.json;
  const suffix = command.flags.has("dry-run") ? " (server dry run)" : "";
  context.print(`${printName(verb, object)} ${outcomeOf(verb, answer, before)}${suffix}\n`);
  return 0;
}

/** Name of an object in the output. kubectl: the name of a deleted object is in quotes. */
function printName(verb: FileVerb, object: JsonObject): string {
  const name = nameOf(object);
  return verb === "delete" ? name.replace(/\/(.*)$/, ' "$1"') : name;
}

function outcomeOf(verb: FileVerb, answer: WorldAnswer, before: JsonObject | undefined): string {
  if (verb === "delete") {
    return "deleted";
  }
  if (verb === "replace") {
    return "replaced";
  }
  const version = (object: JsonObject) => objectAt(object, "metadata").resourceVersion;
  const isSame = before !== undefined && version(before) === version(answer.json);
  return answer.status === 201 ? "created" : isSame ? "unchanged" : "configured";
}

const PATCH_TYPES: Readonly<Record<string, string>> = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
};

/** Runs `kubectl patch KIND NAME --type merge|json|strategic -p PATCH`. */
export async function kubectlPatch(command: KubectlCommand, context: CommandContext): Promise<number> {
  const { words, flags } = command;
  const [kind, name] = splitTarget(words);
  const patch = flags.get("patch");
  const type = flags.get("type") ?? "strategic";
  const contentType = PATCH_TYPES[type];
  if (name === undefined || patch === undefined || contentType === undefined) {
    throw new CommandError("kubectl patch KIND NAME --type merge|json|strategic -p PATCH");
  }
  const resource = await findOrFail(context.world, kind);
  const path = printResourcePath(resource, { namespace: flags.get("namespace") ?? "default", name });
  const subresource = flags.get("subresource");
  const query = new URLSearchParams({ fieldManager: flags.get("field-manager") ?? "kubectl-patch" });
  const answer = await context.world.send({
    method: "PATCH",
    target: `${path}${subresource === undefined ? "" : `/${subresource}`}?${query}`,
    headers: { "content-type": contentType },
    body: toJson(patch),
  });
  context.print(printWarnings(answer.warnings));
  if (answer.status >= 300) {
    context.print(printStatus(answer));
    return 1;
  }
  const output = flags.get("output");
  context.print(output === undefined ? `${nameOf(answer.json)} patched\n` : printAs(output, answer.json));
  return 0;
}

/** JSON of a patch, which may be YAML. */
function toJson(patch: string): string {
  try {
    parseJson(patch);
    return patch;
  } catch {
    try {
      return printJson(parseYaml(patch).value);
    } catch {
      return patch;
    }
  }
}

/** Runs `kubectl delete KIND NAME…` or `-f FILE`. */
export async function kubectlDelete(command: KubectlCommand, context: CommandContext): Promise<number> {
  if (command.flags.has("filename")) {
    return kubectlFiles("delete", command, context);
  }
  const [kind, first] = splitTarget(command.words);
  const names = command.words[0]?.includes("/") ? [first] : command.words.slice(1);
  if (names.length === 0) {
    throw new CommandError("kubectl delete KIND NAME");
  }
  const resource = await findOrFail(context.world, kind);
  let code = 0;
  for (const name of names) {
    const path = printResourcePath(resource, { namespace: command.flags.get("namespace") ?? "default", name });
    const answer = await context.world.send({ method: "DELETE", target: path });
    if (answer.status >= 300) {
      context.print(printStatus(answer));
      code = 1;
    } else {
      const suffix = resource.group === "" ? "" : `.${resource.group}`;
      context.print(`${resource.singular || resource.kind.toLowerCase()}${suffix} "${name}" deleted\n`);
    }
  }
  return code;
}
