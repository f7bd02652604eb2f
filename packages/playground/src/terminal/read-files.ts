import { isJsonObject, type JsonObject, listAt, YamlSyntaxError } from "@kiln/api";
import { parseYamlDocuments } from "@kiln/api/yaml";
import type { CommandContext } from "./command-context.ts";
import { CommandError } from "./split-words.ts";

/** Text of a file, by its name or a path that ends in the name. */
export function readFile(name: string, { files }: Pick<CommandContext, "files">): string {
  const text = files.get(name) ?? files.get(name.split("/").at(-1) as string);
  if (text === undefined) {
    throw new CommandError(`the path "${name}" does not exist. Files here: ${[...files.keys()].join(", ")}`);
  }
  return text;
}

/** Objects of a file; those of a List one by one. */
export function readObjects(name: string, context: Pick<CommandContext, "files">): JsonObject[] {
  try {
    const documents = parseYamlDocuments(readFile(name, context), { maxBytes: Number.POSITIVE_INFINITY });
    return documents.flatMap(({ value }) => (isJsonObject(value) ? itemsOf(value) : []));
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      throw new CommandError(`error parsing ${name}: ${error.message}`);
    }
    throw error;
  }
}

function itemsOf(object: JsonObject): JsonObject[] {
  const isList = object.kind === "List" && Array.isArray(object.items);
  return isList ? listAt(object, "items").filter(isJsonObject) : [object];
}
