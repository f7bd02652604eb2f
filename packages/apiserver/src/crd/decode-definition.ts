import { fieldPath, getOwn, type JsonObject, type JsonValue } from "@kiln/api";
import type { CompiledPrune, CrdVersion } from "@kiln/schema";
import type { SchemaReader } from "../convert/schema-reader.ts";
import { definitionTypes } from "./definition-type.ts";
import type { GoFindings, GoType } from "./go-type.ts";

/**
 * Decodes CRDs as Kubernetes decodes its own kinds: except for metadata, which `pruneMetadata` handles, every field has
 * a Go type, unknown ones are dropped, empty ones are printed or omitted by that type. A CRD stored by another program
 * never fails: it loses fields that do not fit.
 */
export function definitionPrune(
  pruneMetadata: CompiledPrune,
  schemas: SchemaReader,
  version: CrdVersion = "v1",
): CompiledPrune {
  const types = definitionTypes(version, schemas);
  return (object, options = {}) => {
    const order = options.tracksRemoved === true ? Object.keys(object) : [];
    const report = pruneMetadata(object, options);
    const findings: GoFindings = { unknown: [], mistyped: [] };
    object.spec = decodePart(object, "spec", types.spec, findings);
    object.status = decodePart(object, "status", types.status, findings);
    if (options.isStored === true) {
      return report;
    }
    const sentences = findings.fatal === undefined ? findings.mistyped : [findings.fatal];
    const mismatches = sentences.map((detail) => ({ path: "", expected: "", found: "", detail }));
    return {
      ...report,
      removed:
        options.tracksRemoved === true ? inOrder([...report.removed, ...findings.unknown], order) : report.removed,
      mismatches: [...report.mismatches, ...mismatches],
    };
  };
}

/** As the document has them: metadata is looked at before the rest, wherever it stands. */
function inOrder(paths: readonly string[], keys: readonly string[]): readonly string[] {
  const placeOf = (path: string) => keys.findIndex((key) => path === key || path.startsWith(`${key}.`));
  return paths.length < 2 ? paths : [...paths].sort((a, b) => placeOf(a) - placeOf(b));
}

function decodePart(object: JsonObject, key: string, type: GoType, findings: GoFindings): JsonValue {
  const value = getOwn(object, key) ?? null;
  const place = { struct: "CustomResourceDefinition", field: key, path: fieldPath(key), findings };
  return value === null ? type.zero : type.decode(value, place);
}
