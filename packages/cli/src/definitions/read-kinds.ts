import { asObject, asText, compareVersions, type JsonObject, type JsonValue } from "@kiln/api";
import { type JsonSchema, markedSchema, parseJsonSchema } from "@kiln/schema";
import { isDefinition } from "../manifests/is-definition.ts";
import { disk, readManifests } from "../manifests/manifest.ts";

/** A version of a kind, from its CRD. */
export interface CrdKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Names of the kind: kind, plural, singular, short names; in lower case. */
  readonly words: readonly string[];
  readonly schema: JsonSchema;
  /** The schema as written in the CRD. */
  readonly json: JsonValue;
  readonly preserveUnknownFields: boolean;
}

/** Kinds of all CRDs in the paths; the newest version of each first. */
export function readKinds(paths: readonly string[]): CrdKind[] {
  return readManifests(paths, disk)
    .filter(({ object }) => isDefinition(object))
    .flatMap(({ object }) => kindsOf(object));
}

export function kindsOf({ metadata, spec }: JsonObject): CrdKind[] {
  const { group, names, versions, version, validation, preserveUnknownFields } = asObject(spec);
  const listed = Array.isArray(versions) ? versions.map(asObject) : [{ name: version ?? "v1" }];
  const { kind, plural, singular, shortNames } = asObject(names);
  const words = [kind, plural, singular, ...(Array.isArray(shortNames) ? shortNames : [])];
  return listed
    .map((each): CrdKind => {
      const name = asText(each.name);
      const json = asObject(asObject(each.schema ?? validation).openAPIV3Schema);
      return {
        group: String(group ?? ""),
        version: name,
        kind: String(kind ?? ""),
        words: words.filter((word) => word !== undefined).map((word) => String(word).toLowerCase()),
        schema: parseJsonSchema(markedSchema(metadata, { name, json })).schema,
        json,
        preserveUnknownFields: preserveUnknownFields === true,
      };
    })
    .sort((a, b) => compareVersions(b.version, a.version));
}
