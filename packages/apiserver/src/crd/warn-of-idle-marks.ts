import type { Definition, FeatureGates } from "@kiln/kinds";
import { type MarkKeyword, marks, usedKeywords } from "@kiln/schema";
import type { SchemaReader } from "../convert/schema-reader.ts";
import { readVersions } from "./read-versions.ts";

/** Feature gates of marks (x-kubernetes-mutability and its like), in the order of these keywords. */
const GATES: readonly MarkKeyword["mark"]["gate"][] = [...new Set(marks.map(({ mark }) => mark.gate))];

/** Warns of marks that are not enforced because their feature gate is off, unless the stored CRD has some already. */
export function warnOfIdleMarks(
  { schemas, features }: { readonly schemas: SchemaReader; readonly features: FeatureGates },
  definition: Definition,
  old?: Definition,
): string[] {
  return GATES.filter((gate) => !features[gate]).flatMap((gate) => {
    const gated = marks.filter(({ mark }) => mark.gate === gate);
    const words = gated.map(({ wire }) => wire).join(" and ");
    const uses = (of: Definition) =>
      [...readVersions(of, schemas).values()].some((schema) =>
        gated.some(({ name }) => usedKeywords(schema).has(name)),
      );
    const isNews = uses(definition) && (old === undefined || !uses(old));
    return isNews ? [`${words} are stored and not enforced: feature gate ${gate} is off`] : [];
  });
}
