import { type FieldError, fieldPath, invalid, type JsonObject } from "@kiln/api";
import { type Definition, schemaJsonOf, versionsOf } from "@kiln/kinds";
import {
  checkMutabilityPlacement,
  checkUnionFit,
  checkUnionPlacement,
  layAnnotation,
  MARKS_ANNOTATION,
  parseJsonSchema,
} from "@kiln/schema";

const PATH = fieldPath("metadata", "annotations").key(MARKS_ANNOTATION);

/**
 * Errors in the marks annotation: a mark whose field was renamed must not get lost. An unchanged annotation may keep
 * its errors.
 */
export function checkMarksAnnotation({ metadata, spec }: Definition, old?: Definition): FieldError[] {
  const text = metadata.annotations?.[MARKS_ANNOTATION];
  if (text === undefined) {
    return [];
  }
  const isStored = text === old?.metadata.annotations?.[MARKS_ANNOTATION];
  const versions = versionsOf(spec).map((version) => ({
    name: version.name,
    json: schemaJsonOf(version) ?? {},
    hasStatus: version.subresources?.status !== undefined,
  }));
  const { schemas, faults } = layAnnotation(text, versions);
  const all =
    faults.length > 0
      ? faults
      : versions.flatMap(({ name, json, hasStatus }) =>
          misplaced(schemas.get(name) ?? json, { hasStatus, isStored }).map(
            (fault) => `does not fit ${name}: ${fault}`,
          ),
        );
  return all.map((fault) => invalid(PATH, text, fault));
}

interface Placing {
  readonly hasStatus: boolean;
  readonly isStored: boolean;
}

function misplaced(json: JsonObject, { hasStatus, isStored }: Placing): string[] {
  const { schema, errors } = parseJsonSchema(json);
  const found = [
    ...checkMutabilityPlacement(schema, { allowMarks: true }),
    ...checkUnionPlacement(schema),
    ...(isStored ? [] : checkUnionFit(schema, { hasStatus })),
  ];
  return [...errors, ...found.map(({ field, detail }) => `${field}: ${detail}`)];
}
