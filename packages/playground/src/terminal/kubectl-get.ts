import { asObject, decodeUtf8, type JsonObject, listAt, objectAt, parseJson, printJson, printYaml } from "@kiln/api";
import { printResourcePath } from "../server/find-resource.ts";
import type { CommandContext } from "./command-context.ts";
import { findOrFail, type KubectlCommand, nameOf, splitTarget } from "./kubectl-target.ts";
import { printJsonPath } from "./print-json-path.ts";
import { printStatus } from "./print-status.ts";
import { printTable } from "./print-table.ts";
import { CommandError } from "./split-words.ts";

const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

/** Runs `kubectl get KIND [NAME] [-o yaml|json|name|jsonpath=…] [-w]`. */
export async function kubectlGet({ words, flags }: KubectlCommand, context: CommandContext): Promise<number> {
  const [kind, name] = splitTarget(words);
  const resource = await findOrFail(context.world, kind);
  const namespace = flags.has("all-namespaces") ? undefined : (flags.get("namespace") ?? "default");
  const path = printResourcePath(resource, { namespace, ...(name === undefined ? {} : { name }) });
  const query = new URLSearchParams();
  for (const [flag, parameter] of [
    ["selector", "labelSelector"],
    ["field-selector", "fieldSelector"],
  ] as const) {
    const value = flags.get(flag);
    if (value !== undefined) {
      query.set(parameter, value);
    }
  }
  const output = flags.get("output");
  const isTable = output === undefined || output === "wide";
  const headers = { accept: isTable ? TABLE : "application/json" };
  const answer = await context.world.send({ method: "GET", target: `${path}?${query}`, headers });
  if (answer.status >= 300) {
    context.print(printStatus(answer));
    return 1;
  }
  const text = isTable
    ? printRows(answer.json, resource.isNamespaced ? namespace : undefined)
    : printAs(output, answer.json, flags.has("show-managed-fields"));
  context.print(text);
  if (flags.has("watch")) {
    const collection = printResourcePath(resource, { namespace });
    const version = String(objectAt(answer.json, "metadata").resourceVersion ?? "");
    const follow = new URLSearchParams({ ...Object.fromEntries(query), watch: "1", resourceVersion: version });
    if (name !== undefined) {
      follow.set("fieldSelector", `metadata.name=${name}`);
    }
    await watch(`${collection}?${follow}`, { output, headers }, context);
  }
  return 0;
}

function printRows(table: JsonObject, namespace: string | undefined): string {
  const isEmpty = listAt(table, "rows").length === 0;
  return isEmpty
    ? `No resources found${namespace === undefined ? "" : ` in ${namespace} namespace`}.\n`
    : printTable(table);
}

/** Prints an object or a list in the format of `-o`. */
export function printAs(output: string | undefined, object: JsonObject, hasManagedFields = false): string {
  const shown = hasManagedFields ? object : withoutManagedFields(object);
  if (output === "yaml") {
    return printYaml(shown);
  }
  if (output === "json") {
    return `${JSON.stringify(JSON.parse(printJson(shown)), null, 2)}\n`;
  }
  if (output === "name") {
    const objects = Array.isArray(object.items) ? listAt(object, "items").map(asObject) : [object];
    return objects.map((each) => `${nameOf(each)}\n`).join("");
  }
  if (output?.startsWith("jsonpath=")) {
    return printJsonPath(output.slice("jsonpath=".length), object);
  }
  throw new CommandError(`-o ${output}: yaml, json, name, wide or jsonpath=TEMPLATE`);
}

function withoutManagedFields(object: JsonObject): JsonObject {
  if (Array.isArray(object.items)) {
    return { ...object, items: listAt(object, "items").map((item) => withoutManagedFields(asObject(item))) };
  }
  const { managedFields: _, ...metadata } = objectAt(object, "metadata");
  return object.metadata === undefined ? object : { ...object, metadata };
}

interface WatchFormat {
  readonly output: string | undefined;
  readonly headers: { readonly accept: string };
}

/** Prints a line or object for each event until the user stops the command or the server ends the watch. */
async function watch(target: string, { output, headers }: WatchFormat, context: CommandContext): Promise<void> {
  const { body, status } = await context.world.open({ method: "GET", target, headers, signal: context.signal });
  if (status !== 200 || body === undefined || body instanceof Uint8Array) {
    context.print(`watch: the server answered ${status}\n`);
    return;
  }
  let rest = "";
  for await (const chunk of body) {
    const lines = (rest + decodeUtf8(chunk)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter((each) => each !== "")) {
      const { type, object } = asObject(parseJson(line).value);
      const isTable = asObject(object ?? null).kind === "Table";
      const shown = isTable
        ? printTable(asObject(object ?? null), { hasHeader: false })
        : printAs(output, asObject(object ?? null));
      context.print(type === "DELETED" && isTable ? shown.replace(/\n$/, "   (deleted)\n") : shown);
    }
    if (context.signal.aborted) {
      return;
    }
  }
}
