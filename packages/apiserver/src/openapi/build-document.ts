import { type JsonObject, printJson } from "@kiln/api";
import { yieldTurn } from "@kiln/store";
import { type Named, pathsOf, schemasOf, sharedSchemas } from "./fragment.ts";
import type { PublishedVersion } from "./published-resource.ts";
import { addReferences } from "./references.ts";
import { resourceListPath } from "./resource-list-path.ts";
import { DELETE_OPTIONS, WATCH_EVENT } from "./schema-names.ts";

/** The parts of an OpenAPI v3 document of one group version; names in order. */
export interface DocumentV3 {
  readonly info: JsonObject;
  readonly paths: Named;
  readonly schemas: Named;
  readonly securitySchemes?: JsonObject;
}

/** Lets others run between resources, because a group version may have hundreds. */
export async function buildDocument(served: PublishedVersion): Promise<DocumentV3> {
  const { isCustom } = served;
  const paths: (readonly [string, JsonObject])[] = isCustom ? [] : [resourceListPath(served, "v3")];
  const schemas: (readonly [string, JsonObject])[] = [];
  const references = new Set<string>();
  for (const resource of served.resources) {
    paths.push(...pathsOf(resource, "v3"));
    schemas.push(...schemasOf(resource, "v3"));
    await yieldTurn();
  }
  for (const [, part] of [...paths, ...schemas]) {
    addReferences(part, references);
  }
  const known = new Set(schemas.map(([name]) => name));
  for await (const [name, schema] of sharedSchemas(references, known, "v3")) {
    schemas.push([name, isCustom ? schema : withOwnKind(name, schema, served)]);
  }
  return {
    info: isCustom ? { title: "Kubernetes CRD Swagger", version: "v0.1.0" } : { title: "Kubernetes", version: "1.36" },
    paths: inOrder(paths),
    schemas: inOrder(schemas),
    ...(isCustom ? {} : { securitySchemes: SECURITY_SCHEMES }),
  };
}

/** Kubernetes: these are kinds of every built-in group version as well; a document names its own. */
const KINDS_EVERYWHERE: ReadonlySet<string> = new Set([DELETE_OPTIONS, WATCH_EVENT]);

function withOwnKind(name: string, schema: JsonObject, { group, version }: PublishedVersion): JsonObject {
  if (group === "" || !KINDS_EVERYWHERE.has(name)) {
    return schema;
  }
  const kind = name.slice(name.lastIndexOf(".") + 1);
  const kinds = [
    { group: "", kind, version: "v1" },
    { group, kind, version },
  ];
  return { ...schema, "x-kubernetes-group-version-kind": kinds };
}

/** How a client may say who it is. */
export const SECURITY_SCHEMES: JsonObject = {
  BearerToken: {
    type: "apiKey",
    description: "A bearer token: authorization: Bearer <token>.",
    name: "authorization",
    in: "header",
  },
};

export function printDocument({ info, paths, schemas, securitySchemes }: DocumentV3): string {
  const security = securitySchemes === undefined ? "" : `,"securitySchemes":${printJson(securitySchemes)}`;
  const components = `{"schemas":${printNamed(schemas)}${security}}`;
  return `{"openapi":"3.0.0","info":${printJson(info)},"paths":${printNamed(paths)},"components":${components}}`;
}

function printNamed(named: Named): string {
  return `{${named.map(([name, value]) => `${JSON.stringify(name)}:${printJson(value)}`).join(",")}}`;
}

function inOrder(named: Named): Named {
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1));
}
