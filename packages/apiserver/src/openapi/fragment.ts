import type { JsonObject } from "@kiln/api";
import { operationsOf } from "./operations.ts";
import { printPathV2 } from "./print-paths-v2.ts";
import { printPathV3 } from "./print-paths-v3.ts";
import { publishNative } from "./publish-native.ts";
import { type OpenApiVersion, publishCustomKind } from "./publish-schema.ts";
import type { PublishedResource } from "./published-resource.ts";
import { addReferences } from "./references.ts";
import { toDefinition } from "./to-definition.ts";

export type Named = readonly (readonly [string, JsonObject])[];

/** The paths of one resource. */
export function pathsOf(resource: PublishedResource, version: OpenApiVersion): Named {
  const print = version === "v2" ? printPathV2 : printPathV3;
  return operationsOf(resource).map((operations) => [operations.path, print(operations)]);
}

/** The schemas that belong to one resource alone: none for built-in kinds, which share theirs. */
export function schemasOf(resource: PublishedResource, version: OpenApiVersion): Named {
  return resource.isCustom ? publishCustomKind(resource, version) : [];
}

/** Built-in types: those of `names` and all they refer to, except what is in `known`. In no order. */
export function* sharedSchemas(
  names: Iterable<string>,
  known: ReadonlySet<string>,
  version: OpenApiVersion,
): Generator<readonly [string, JsonObject]> {
  const found = new Set(names);
  // A Set that grows while it is gone through shows what was added.
  for (const name of found) {
    if (!known.has(name)) {
      const type = publishNative(name);
      addReferences(type, found);
      yield [name, version === "v2" ? toDefinition(type) : type];
    }
  }
}
