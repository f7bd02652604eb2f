import { getOwn, type JsonObject, objectAt } from "@kiln/api";
import { type FoundResource, findByKind, findByName, listResources } from "../server/find-resource.ts";
import type { World } from "../server/open-world.ts";
import type { ParsedCommand } from "./parse-command.ts";
import { CommandError } from "./split-words.ts";

/** Words and flags of a kubectl command after its verb. */
export type KubectlCommand = ParsedCommand;

/** Splits `KIND NAME`, `KIND/NAME` or `KIND`. */
export function splitTarget(words: readonly string[]): [kind: string, name: string | undefined] {
  const [first, second] = words;
  if (first === undefined) {
    throw new CommandError("name the kind: kubectl get KIND [NAME]");
  }
  const at = first.indexOf("/");
  return at < 0 ? [first, second] : [first.slice(0, at), first.slice(at + 1)];
}

export async function findOrFail(world: World, name: string): Promise<FoundResource> {
  const found = findByName(await listResources(world), name);
  if (found === undefined) {
    throw new CommandError(`error: the server doesn't have a resource type "${name}"`);
  }
  return found;
}

export async function findKindOrFail(world: World, object: JsonObject): Promise<FoundResource> {
  const found = await findByKind(world, object);
  if (found === undefined) {
    const { kind, apiVersion } = object;
    throw new CommandError(`error: no matches for kind "${String(kind)}" in version "${String(apiVersion)}"`);
  }
  return found;
}

/** Name of an object as kubectl prints it, such as `backup.example.com/nightly`. */
export function nameOf(object: JsonObject): string {
  const [group] = String(object.apiVersion ?? "").split("/");
  const suffix = String(object.apiVersion ?? "").includes("/") ? `.${group}` : "";
  return `${String(object.kind).toLowerCase()}${suffix}/${String(getOwn(objectAt(object, "metadata"), "name"))}`;
}
