import { type FieldError, fieldPath, invalid, type JsonObject } from "@kiln/api";
import {
  checkMutabilityPlacement,
  checkUnionPlacement,
  layAnnotation,
  MARKS_ANNOTATION,
  parseJsonSchema,
} from "@kiln/schema";
import { type Definition, schemaJsonOf, versionsOf } from "./definition.ts";

const PATH = fieldPath("metadata", "annotations").key(MARKS_ANNOTATION);

/** What is wrong with marks that an annotation carries: none may get lost because a field was renamed. */
export function checkMarksAnnotation({ metadata, spec }: Definition): FieldError[] {
  const text = metadata.annotations?.[MARKS_ANNOTATION];
  if (text === undefined) {
    return [];
  }
  const versions = versionsOf(spec).map((version) => ({ name: version.name, json: schemaJsonOf(version) ?? {} }));
  const { schemas, faults } = layAnnotation(text, versions);
  const all = faults.length > 0 ? faults : [...schemas].flatMap(([name, json]) => misplaced(name, json));
  return all.map((fault) => invalid(PATH, text, fault));
}

function misplaced(version: string, json: JsonObject): string[] {
  const { schema, errors } = parseJsonSchema(json);
  const found = [...checkMutabilityPlacement(schema, { allowMarks: true }), ...checkUnionPlacement(schema)];
  return [...errors, ...found.map(({ field, detail }) => `${field}: ${detail}`)].map(
    (fault) => `does not fit ${version}: ${fault}`,
  );
}
