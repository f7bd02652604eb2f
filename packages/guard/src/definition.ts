import { appendAll, asObject, asObjects, asText, isJsonObject, type JsonObject } from "@kiln/api";
import {
  checkMutabilityPlacement,
  checkUnionFit,
  checkUnionPlacement,
  hasMarks,
  type JsonSchema,
  layAnnotation,
  MARKS_ANNOTATION,
  marksAnnotationOf,
  parseJsonSchema,
  parseUnions,
  someSchema,
} from "@kiln/schema";

/** Facts of a CRD that the guard needs. */
export interface Definition {
  /** `ovens.example.com`. */
  readonly name: string;
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  /** The names of all that are served. */
  readonly served: readonly string[];
  /** Served versions with marks or unions. */
  readonly versions: readonly MarkedVersion[];
}

export interface MarkedVersion {
  readonly name: string;
  /** Schema with its marks, from keywords or annotation. */
  readonly schema: JsonSchema;
  readonly hasMutability: boolean;
  readonly hasUnions: boolean;
  readonly hasStatus: boolean;
  /** Path that the scale subresource writes: `["spec", "replicas"]`; undefined if there is none. */
  readonly replicasPath: readonly string[] | undefined;
}

export interface DefinitionReading {
  readonly definition: Definition;
  /** Reasons why marks cannot be enforced; empty if all can. */
  readonly faults: readonly string[];
}

/** Decodes a CRD of apiextensions.k8s.io/v1 and adds the marks of its annotation to its schemas. Never throws. */
export function readDefinition(object: JsonObject): DefinitionReading {
  const metadata = asObject(object.metadata);
  const spec = asObject(object.spec);
  const names = asObject(spec.names);
  const all = asObjects(spec.versions);
  const { schemas, faults: misfits } = layAnnotation(
    marksAnnotationOf(metadata),
    all.map((version) => ({ name: asText(version.name), json: asObject(asObject(version.schema).openAPIV3Schema) })),
  );
  const faults = misfits.map((fault) => `the annotation ${MARKS_ANNOTATION} ${fault}`);
  const versions = all.map((version) => readVersion(version, schemas.get(asText(version.name)) ?? {}, faults));
  const definition: Definition = {
    name: asText(metadata.name),
    group: asText(spec.group),
    plural: asText(names.plural),
    kind: asText(names.kind),
    served: all.filter(({ served }) => served !== false).map(({ name }) => asText(name)),
    versions: versions.filter((version) => version !== undefined),
  };
  return { definition, faults };
}

/** Changes `faults`. */
function readVersion(version: JsonObject, json: JsonObject, faults: string[]): MarkedVersion | undefined {
  const name = asText(version.name);
  const { schema } = parseJsonSchema(json);
  const hasStatus = isJsonObject(asObject(version.subresources).status);
  const misplaced = [
    ...checkMutabilityPlacement(schema, { allowMarks: true }),
    ...checkUnionPlacement(schema),
    ...checkUnionFit(schema, { hasStatus }),
  ];
  appendAll(
    faults,
    misplaced.map(({ field, detail }) => `${name}: ${field}: ${detail}`),
  );
  appendAll(
    faults,
    defaultedDiscriminators(schema).map((each) => `${name}: ${each} ${DEFAULTED}`),
  );
  const hasMutability = hasMarks(schema);
  const hasUnions = someSchema(schema, ({ unions }) => unions !== undefined);
  const isConcerned = version.served !== false && (hasMutability || hasUnions);
  const subresources = asObject(version.subresources);
  const scale = asText(asObject(subresources.scale).specReplicasPath);
  return isConcerned
    ? {
        name,
        schema,
        hasMutability,
        hasUnions,
        hasStatus,
        replicasPath: scale === "" ? undefined : scale.split(".").slice(1),
      }
    : undefined;
}

const DEFAULTED =
  "is a discriminator with a default, which a cluster without unions fills in as if the client had sent it: leave the " +
  "default to the programs that read the object";

function defaultedDiscriminators(schema: JsonSchema): string[] {
  const found: string[] = [];
  someSchema(schema, ({ unions, properties }) => {
    for (const { discriminator = "" } of unions === undefined ? [] : parseUnions(unions)) {
      if (properties?.get(discriminator)?.default !== undefined) {
        found.push(discriminator);
      }
    }
    return false;
  });
  return found;
}
