import { type JsonObject, printJson } from "@kiln/api";
import { yieldTurn } from "@kiln/store";
import { SECURITY_SCHEMES } from "./build-document.ts";
import type { DiscoveryPath } from "./discovery-paths.ts";
import { pathsOf, schemasOf, sharedSchemas } from "./fragment.ts";
import { withAllKinds } from "./kinds-everywhere.ts";
import { printSharedParameters } from "./print-paths-v2.ts";
import type { PublishedVersion } from "./published-resource.ts";
import type { Publishing } from "./publishing.ts";
import { addReferences } from "./references.ts";
import { resourceListPath } from "./resource-list-path.ts";

/** One member of the OpenAPI v2 document, or of its `paths` or `definitions`. */
export type SwaggerPart =
  | { readonly in: "document" | "paths" | "definitions"; readonly name: string; readonly value: JsonObject }
  | { readonly in: "document"; readonly name: string; readonly value: JsonObject[] | string };

/**
 * OpenAPI v2 document of all group versions, in parts: paths, then definitions. No part is kept in memory, and other
 * work runs between two resources, so that hundreds of them delay nothing.
 */
export async function* swaggerParts(
  versions: readonly PublishedVersion[],
  publishing: Publishing,
  discovery: readonly DiscoveryPath[] = [],
): AsyncGenerator<SwaggerPart> {
  const references = new Set<string>();
  const known = new Set<string>();
  yield { in: "document", name: "swagger", value: "2.0" };
  yield { in: "document", name: "info", value: { title: "Kubernetes", version: "1.36" } };
  for (const path of discovery) {
    const [name, value] = path.print("v2");
    addReferences(value, references);
    yield { in: "paths", name, value };
  }
  for (const served of versions) {
    yield* pathParts(served, references);
  }
  for (const resource of versions.flatMap(({ resources }) => resources)) {
    for (const [name, value] of schemasOf(resource, "v2", publishing)) {
      known.add(name);
      addReferences(value, references);
      yield { in: "definitions", name, value };
    }
    await yieldTurn();
  }
  for (const [name, value] of sharedSchemas({ names: references, known, version: "v2" }, publishing)) {
    yield { in: "definitions", name, value: withAllKinds(name, value, "everything") };
  }
  yield { in: "document", name: "parameters", value: printSharedParameters() };
  yield { in: "document", name: "securityDefinitions", value: SECURITY_SCHEMES };
  yield { in: "document", name: "security", value: [{ BearerToken: [] }] };
}

async function* pathParts(served: PublishedVersion, references: Set<string>): AsyncGenerator<SwaggerPart> {
  if (served.dialect.isComplete) {
    const [name, value] = resourceListPath(served, "v2");
    addReferences(value, references);
    yield { in: "paths", name, value };
  }
  for (const resource of served.resources) {
    for (const [name, value] of pathsOf(resource, "v2")) {
      addReferences(value, references);
      yield { in: "paths", name, value };
    }
    await yieldTurn();
  }
}

/** Prints the parts as one JSON text, in chunks. */
export async function* printSwagger(parts: AsyncIterable<SwaggerPart>): AsyncGenerator<string> {
  let open: SwaggerPart["in"] = "document";
  let separator = "{";
  for await (const part of parts) {
    if (part.in !== open) {
      yield (open === "document" ? "" : "}") + (part.in === "document" ? "" : `,"${part.in}":`);
      separator = part.in === "document" ? "," : "{";
      open = part.in;
    }
    yield `${separator}${JSON.stringify(part.name)}:${printJson(part.value)}`;
    separator = ",";
  }
  yield "}";
}
