import { getOwn, isJsonObject, type JsonObject, listAt, objectAt } from "@kiln/api";
import { describeSchema, printSchemaType, schemaAt } from "@kiln/page";
import { resolveSchema, type SchemaSource } from "@kiln/schema";
import type { FoundResource } from "../server/find-resource.ts";
import type { World } from "../server/open-world.ts";
import type { CommandContext } from "./command-context.ts";
import { findOrFail, type KubectlCommand } from "./kubectl-target.ts";
import { CommandError } from "./split-words.ts";

/** Runs `kubectl explain KIND[.FIELD…]` with the OpenAPI that the server publishes. */
export async function kubectlExplain({ words }: KubectlCommand, context: CommandContext): Promise<number> {
  const [kind, ...fields] = (words[0] ?? "").split(".");
  if (kind === undefined || kind === "") {
    throw new CommandError("kubectl explain KIND[.FIELD]");
  }
  const resource = await findOrFail(context.world, kind);
  const source = await readSchema(context.world, resource);
  const schema = findField(source, fields);
  if (schema === undefined) {
    throw new CommandError(`error: field "${fields.join(".")}" does not exist`);
  }
  context.print(printField(source, { resource, fields, schema }));
  return 0;
}

/** Schema of a resource, with the document that its references point into. */
export async function readSchema(world: World, { group, version, kind }: FoundResource): Promise<SchemaSource> {
  const target = `/openapi/v3/${group === "" ? "api" : `apis/${group}`}/${version}`;
  const { json } = await world.send({ method: "GET", target });
  const schemas = objectAt(json, "components", "schemas");
  const isKind = (schema: JsonObject) =>
    listAt(schema, "x-kubernetes-group-version-kind")
      .filter(isJsonObject)
      .some((each) => each.group === group && each.version === version && each.kind === kind);
  const root = Object.values(schemas).filter(isJsonObject).find(isKind) ?? {};
  const resolve = (reference: string) => {
    const found = getOwn(schemas, reference.replace("#/components/schemas/", ""));
    return isJsonObject(found) ? found : undefined;
  };
  return { root, resolve };
}

/** Schema of a field. Items of lists and values of maps need no path segment, as in kubectl. */
function findField(source: SchemaSource, fields: readonly string[]): JsonObject | undefined {
  let schema: JsonObject | undefined = schemaAt(source, []);
  for (const field of fields) {
    const below = getOwn(objectAt(inner(source, schema), "properties"), field);
    if (!isJsonObject(below)) {
      return undefined;
    }
    schema = resolveSchema(source, below);
  }
  return schema;
}

function inner(source: SchemaSource, schema: JsonObject = {}): JsonObject {
  const below = getOwn(schema, "items") ?? getOwn(schema, "additionalProperties");
  return isJsonObject(below) && schema.properties === undefined ? inner(source, resolveSchema(source, below)) : schema;
}

interface ExplainedField {
  readonly resource: FoundResource;
  readonly fields: readonly string[];
  readonly schema: JsonObject;
}

function printField(source: SchemaSource, { resource, fields, schema }: ExplainedField): string {
  const { group, version, kind } = resource;
  const head = [...(group === "" ? [] : [`GROUP:      ${group}`]), `KIND:       ${kind}`, `VERSION:    ${version}`];
  const name = fields.length === 0 ? [] : ["", `FIELD: ${fields.join(".")} <${printSchemaType(source, schema)}>`];
  const facts = describeSchema(schema).map(({ text }) => `  ${text}`);
  const properties = Object.entries(objectAt(inner(source, schema), "properties"));
  const required = new Set(listAt(inner(source, schema), "required"));
  const below = properties.flatMap(([key, value]) => {
    const resolved = isJsonObject(value) ? resolveSchema(source, value) : {};
    const marks = describeSchema(resolved).flatMap(({ isMark, text }) => (isMark ? [`    [${text}]`] : []));
    const need = required.has(key) ? " -required-" : "";
    return [`  ${key}\t<${printSchemaType(source, resolved)}>${need}`, ...marks];
  });
  const about = typeof schema.description === "string" ? schema.description : "<empty>";
  return [
    ...head,
    ...name,
    ...(facts.length === 0 ? [] : ["", "MARKS:", ...facts]),
    "",
    "DESCRIPTION:",
    `    ${about.replaceAll("\n", "\n    ")}`,
    ...(below.length === 0 ? [] : ["", "FIELDS:", ...below]),
    "",
  ].join("\n");
}
