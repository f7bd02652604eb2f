import { getOwn, isJsonObject, type JsonObject, objectAt, objectsAt, textAt } from "@kiln/api";
import { type Client, readAnswer } from "@kiln/client";
import type { SchemaSource } from "@kiln/schema";
import type { Kind } from "../kinds/read-kinds.ts";

const REFERENCE = "#/components/schemas/";

/** The schema of a kind from the server's OpenAPI v3; undefined if it publishes none. */
export async function readSchema(client: Client, kind: Kind, signal?: AbortSignal): Promise<SchemaSource | undefined> {
  const path = kind.group === "" ? `api/${kind.version}` : `apis/${kind.group}/${kind.version}`;
  const options = signal === undefined ? {} : { signal };
  const response = await client.send("GET", `/openapi/v3/${path}`, options);
  if (response.status === 404) {
    return undefined;
  }
  return findSchema(await readAnswer(response), kind);
}

export function findSchema(
  document: JsonObject,
  kind: Pick<Kind, "group" | "version" | "kind">,
): SchemaSource | undefined {
  const schemas = objectAt(document, "components", "schemas");
  const root = Object.values(schemas).find((schema) => isJsonObject(schema) && describesKind(schema, kind));
  return isJsonObject(root)
    ? {
        root,
        resolve: (reference) => {
          const target = reference.startsWith(REFERENCE)
            ? getOwn(schemas, reference.slice(REFERENCE.length))
            : undefined;
          return isJsonObject(target) ? target : undefined;
        },
      }
    : undefined;
}

/**
 * Whether a schema is that of the kind. Types shared by several groups, such as DeleteOptions, list all their groups.
 */
function describesKind(
  schema: JsonObject,
  { group, version, kind }: Pick<Kind, "group" | "version" | "kind">,
): boolean {
  const [only, ...more] = objectsAt(schema, "x-kubernetes-group-version-kind");
  return (
    only !== undefined &&
    more.length === 0 &&
    textAt(only, "group") === group &&
    textAt(only, "version") === version &&
    textAt(only, "kind") === kind
  );
}
