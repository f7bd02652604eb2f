import { concatBytes, encodeUtf8, type JsonObject, printJson } from "@kiln/api";
import { yieldTurn } from "@kiln/store";
import type { DiscoveryPath } from "./discovery-paths.ts";
import { type Named, pathsOf, schemasOf, sharedSchemas } from "./fragment.ts";
import { withAllKinds, withOwnKind } from "./kinds-everywhere.ts";
import type { PublishedVersion } from "./published-resource.ts";
import type { Publishing } from "./publishing.ts";
import { BUILT_IN_INFO } from "./publishing-dialect.ts";
import { addReferences } from "./references.ts";
import { resourceListPath } from "./resource-list-path.ts";

/** Content of an OpenAPI v3 document of one group version; paths and schemas are sorted by name. */
export interface DocumentV3 {
  readonly info: JsonObject;
  readonly paths: Named;
  readonly schemas: Named;
  readonly securitySchemes?: JsonObject;
}

/** A path or a schema of a document, with its name. */
interface Part {
  readonly section: "paths" | "schemas";
  readonly name: string;
  readonly value: JsonObject;
}

/**
 * Paths and schemas of a group version, in no order. Yields to other work between resources, because a group version
 * may have hundreds.
 */
async function* partsOf(served: PublishedVersion, publishing: Publishing): AsyncGenerator<Part> {
  const { isComplete } = served.dialect;
  const references = new Set<string>();
  const known = new Set<string>();
  const parts = function* (section: Part["section"], named: Named): Generator<Part> {
    for (const [name, value] of named) {
      addReferences(value, references);
      if (section === "schemas") {
        known.add(name);
      }
      yield { section, name, value };
    }
  };
  yield* parts("paths", isComplete ? [resourceListPath(served, "v3")] : []);
  for (const resource of served.resources) {
    yield* parts("paths", pathsOf(resource, "v3"));
    yield* parts("schemas", schemasOf(resource, "v3", publishing));
    await yieldTurn();
  }
  for (const [name, schema] of sharedSchemas({ names: references, known, version: "v3" }, publishing)) {
    yield {
      section: "schemas",
      name,
      value: isComplete ? withOwnKind(name, schema, served) : withAllKinds(name, schema, "custom"),
    };
  }
}

/** Builds the document as a tree, for encodings other than JSON. */
export async function buildDocument(served: PublishedVersion, publishing: Publishing): Promise<DocumentV3> {
  const sections: Record<Part["section"], [string, JsonObject][]> = { paths: [], schemas: [] };
  for await (const { section, name, value } of partsOf(served, publishing)) {
    sections[section].push([name, value]);
  }
  return {
    info: served.dialect.info,
    paths: inOrder(sections.paths),
    schemas: inOrder(sections.schemas),
    ...(served.dialect.isComplete ? { securitySchemes: SECURITY_SCHEMES } : {}),
  };
}

/** Builds the document of a path of discovery. */
export function buildDiscoveryDocument(path: DiscoveryPath, publishing: Publishing): DocumentV3 {
  const [name, item] = path.print("v3");
  const references = new Set<string>();
  addReferences(item, references);
  const schemas = [...sharedSchemas({ names: references, known: new Set(), version: "v3" }, publishing)];
  return {
    info: BUILT_IN_INFO,
    paths: [[name, item]],
    schemas: inOrder(schemas),
    securitySchemes: SECURITY_SCHEMES,
  };
}

/** Prints a document as JSON, which is held in memory as a whole. */
export function printDocument({ info, paths, schemas, securitySchemes }: DocumentV3): Uint8Array {
  const security = securitySchemes === undefined ? {} : { securitySchemes };
  const named = schemas.length === 0 ? {} : { schemas: Object.fromEntries(schemas) };
  const document = { openapi: "3.0.0", info, paths: Object.fromEntries(paths), components: { ...named, ...security } };
  return encodeUtf8(printJson(document));
}

/**
 * Writes the document as JSON. Each part is printed on its own, so that neither a tree nor a long string is in memory.
 */
export async function writeDocument(served: PublishedVersion, publishing: Publishing): Promise<Uint8Array> {
  const sections: Record<Part["section"], [string, Uint8Array][]> = { paths: [], schemas: [] };
  for await (const { section, name, value } of partsOf(served, publishing)) {
    sections[section].push([name, encodeUtf8(`${JSON.stringify(name)}:${printJson(value)}`)]);
  }
  const security = served.dialect.isComplete ? `,"securitySchemes":${printJson(SECURITY_SCHEMES)}` : "";
  return concatBytes([
    encodeUtf8(`{"openapi":"3.0.0","info":${printJson(served.dialect.info)},"paths":{`),
    ...joined(sections.paths),
    encodeUtf8(`},"components":{"schemas":{`),
    ...joined(sections.schemas),
    encodeUtf8(`}${security}}}`),
  ]);
}

const COMMA = encodeUtf8(",");

function joined(printed: readonly (readonly [string, Uint8Array])[]): Uint8Array[] {
  return inOrder(printed).flatMap(([, bytes], index) => (index === 0 ? [bytes] : [COMMA, bytes]));
}

/** Authentication schemes of clients, as documents list them. */
export const SECURITY_SCHEMES: JsonObject = {
  BearerToken: {
    type: "apiKey",
    description: "A bearer token: authorization: Bearer <token>.",
    name: "authorization",
    in: "header",
  },
};

function inOrder<T>(named: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1));
}
