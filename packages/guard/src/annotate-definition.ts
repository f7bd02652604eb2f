import { asObjects, asText, deepCopy, isJsonObject, type JsonObject, printJson, setOwn } from "@kiln/api";
import { layMarks, liftMarks, MARKS_ANNOTATION, marksAnnotationOf, readMarksAnnotation } from "@kiln/schema";

/**
 * A CRD that any API server accepts: immutability marks and unions are moved from its schemas into the annotation
 * `kiln/marks`.
 */
export function annotateDefinition(object: JsonObject): JsonObject {
  const crd = deepCopy(object);
  const metadata = isJsonObject(crd.metadata) ? crd.metadata : {};
  const annotations = isJsonObject(metadata.annotations) ? metadata.annotations : {};
  const carried = readMarksAnnotation(marksAnnotationOf(metadata) || "{}");
  const lifted: JsonObject = {};
  for (const version of asObjects(isJsonObject(crd.spec) ? crd.spec.versions : undefined)) {
    const schema = isJsonObject(version.schema) ? version.schema : {};
    if (isJsonObject(schema.openAPIV3Schema)) {
      layMarks(
        schema.openAPIV3Schema,
        (typeof carried === "string" ? undefined : carried.get(asText(version.name))) ?? {},
      );
      const { marks, bare } = liftMarks(schema.openAPIV3Schema);
      schema.openAPIV3Schema = bare;
      if (marks !== undefined) {
        setOwn(lifted, asText(version.name), marks);
      }
    }
  }
  if (Object.keys(lifted).length > 0) {
    crd.metadata = { ...metadata, annotations: { ...annotations, [MARKS_ANNOTATION]: printJson(lifted) } };
  }
  return crd;
}
