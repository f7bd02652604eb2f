import type { JsonObject } from "@kiln/api";
import { operationsOf } from "./operations.ts";
import { printPathV2 } from "./print-paths-v2.ts";
import { printPathV3 } from "./print-paths-v3.ts";
import { type OpenApiVersion, publishCustomKind } from "./publish-schema.ts";
import type { PublishedResource } from "./published-resource.ts";
import type { Publishing } from "./publishing.ts";
import { addReferences } from "./references.ts";
import { toDefinition } from "./to-definition.ts";

export type Named = readonly (readonly [string, JsonObject])[];

/** Paths of one resource. */
export function pathsOf(resource: PublishedResource, version: OpenApiVersion): Named {
  const print = version === "v2" ? printPathV2 : printPathV3;
  return operationsOf(resource).map((operations) => [operations.path, print(operations)]);
}

/** Schemas of one resource: none for built-in kinds, whose schemas are shared. */
export function schemasOf(resource: PublishedResource, version: OpenApiVersion, { features }: Publishing): Named {
  return resource.serving.published !== undefined ? publishCustomKind(resource, version, features) : [];
}

export interface SharedSchemas {
  readonly names: Iterable<string>;
  readonly known: ReadonlySet<string>;
  readonly version: OpenApiVersion;
}

/** Built-in types in `names` and all types that these refer to, except those in `known`. In no order. */
export function* sharedSchemas(
  { names, known, version }: SharedSchemas,
  { publishNative }: Publishing,
): Generator<readonly [string, JsonObject]> {
  const found = new Set(names);
  // The loop also visits names that are added to the Set during it.
  for (const name of found) {
    if (!known.has(name)) {
      const type = publishNative(name);
      addReferences(type, found);
      yield [name, version === "v2" ? toDefinition(type) : type];
    }
  }
}
