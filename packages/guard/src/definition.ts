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

/** Parts of a CRD that the guard needs. */
export interface Definition {
  /** Name of the CRD, such as `ovens.example.com`. */
  readonly name: string;
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  /** Names of all served versions. */
  readonly served: readonly string[];
  /** Served versions with immutability marks or unions. */
  readonly versions: readonly MarkedVersion[];
}

export interface MarkedVersion {
  readonly name: string;
  /** Schema with its immutability marks, from keywords or from the annotation. */
  readonly schema: JsonSchema;
  readonly hasMutability: boolean;
  readonly hasUnions: boolean;
  readonly hasStatus: boolean;
  /**
   * Path of the replicas field that the scale subresource writes, such as `["spec", "replicas"]`; undefined without
   * that subresource.
   */
  readonly replicasPath: readonly string[] | undefined;
}

export interface DefinitionReading {
  readonly definition: Definition;
  /** Reasons why immutability marks cannot be enforced; empty if all can be. */
  readonly faults: readonly string[];
}

/** Decodes a CRD of apiextensions.k8s.io/v1, with the marks of its annotation added to its schemas. Never throws. */
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

/** Decodes a version; adds errors to `faults`. */
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
