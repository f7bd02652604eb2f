import type { JsonObject } from "@kiln/api";
import type { TestServer } from "@kiln/apiserver/testing";

/** A schema in the server's published OpenAPI. */
export interface PublishedSchema {
  readonly $ref?: string;
  readonly allOf?: readonly PublishedSchema[];
  readonly oneOf?: readonly PublishedSchema[];
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, PublishedSchema>>;
  readonly items?: PublishedSchema;
  readonly additionalProperties?: PublishedSchema;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-patch-merge-key"?: string;
  readonly "x-kubernetes-int-or-string"?: boolean;
}

/** A resource that can be created, with its published schema. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
  readonly subresources: ReadonlySet<string>;
  readonly schema: PublishedSchema;
  /** Schema that a reference points to, with its name. */
  readonly resolve: (schema: PublishedSchema) => ResolvedSchema;
}

export interface ResolvedSchema {
  readonly schema: PublishedSchema;
  readonly definition: string | undefined;
}

interface PublishedResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** Every resource that discovery lists with the verb create. */
export async function readKinds(server: TestServer): Promise<readonly Kind[]> {
  const index = (await server.send("GET", "/openapi/v3")).json as unknown as { readonly paths: JsonObject };
  const kinds: Kind[] = [];
  for (const path of Object.keys(index.paths)) {
    const parts = path.split("/");
    if (parts.length === (parts[0] === "api" ? 2 : 3)) {
      kinds.push(...(await readGroupVersion(server, path)));
    }
  }
  return kinds;
}

async function readGroupVersion(server: TestServer, path: string): Promise<readonly Kind[]> {
  const listed = (await server.send("GET", `/${path}`)).json as unknown as {
    readonly resources: readonly PublishedResource[];
  };
  const document = (await server.send("GET", `/openapi/v3/${path}`)).json as unknown as Document;
  const [, first = "", second] = path.split("/");
  const [group, version] = second === undefined ? ["", first] : [first, second];
  const schemas = document.components?.schemas ?? {};
  const resolve = (schema: PublishedSchema): ResolvedSchema => resolveIn(schemas, schema, undefined);
  return listed.resources
    .filter(({ name, verbs }) => !name.includes("/") && verbs.includes("create"))
    .flatMap(({ name, kind, namespaced, verbs }) => {
      const schema = Object.values(schemas).find((candidate) =>
        (candidate["x-kubernetes-group-version-kind"] ?? []).some(
          (gvk) => gvk.group === group && gvk.version === version && gvk.kind === kind,
        ),
      );
      const subresources = listed.resources
        .filter((other) => other.name.startsWith(`${name}/`))
        .map((other) => other.name.slice(name.length + 1));
      return schema === undefined
        ? []
        : [
            {
              group,
              version,
              kind,
              plural: name,
              isNamespaced: namespaced,
              verbs,
              subresources: new Set(subresources),
              schema,
              resolve,
            },
          ];
    });
}

interface Document {
  readonly components?: { readonly schemas?: Readonly<Record<string, PublishedRoot>> };
}

interface PublishedRoot extends PublishedSchema {
  readonly "x-kubernetes-group-version-kind"?: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  }[];
}

function resolveIn(
  schemas: Readonly<Record<string, PublishedSchema>>,
  schema: PublishedSchema,
  definition: string | undefined,
): ResolvedSchema {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference === undefined) {
    return { schema, definition };
  }
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  return resolveIn(schemas, schemas[name] ?? {}, name);
}

/** Path such as `/apis/apps/v1/namespaces/default/deployments`. */
export function collectionPath({ group, version, plural, isNamespaced }: Kind): string {
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}/${isNamespaced ? "namespaces/default/" : ""}${plural}`;
}
