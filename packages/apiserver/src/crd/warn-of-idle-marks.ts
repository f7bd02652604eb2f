import type { Definition, FeatureGates } from "@kiln/kinds";
import { hasMarks, hasUnions, type JsonSchema } from "@kiln/schema";
import type { SchemaReader } from "../convert/schema-reader.ts";
import { readVersions } from "./read-versions.ts";

const GATED: readonly {
  readonly gate: "FieldMutability" | "Unions";
  readonly words: string;
  readonly isUsed: (schema: JsonSchema) => boolean;
}[] = [
  { gate: "FieldMutability", words: "x-kubernetes-mutability and x-kubernetes-key-mutability", isUsed: hasMarks },
  { gate: "Unions", words: "x-kubernetes-unions", isUsed: hasUnions },
];

/** Marks that nothing enforces because their feature gate is off; those of a stored CRD that had some are not news. */
export function warnOfIdleMarks(
  { schemas, features }: { readonly schemas: SchemaReader; readonly features: FeatureGates },
  definition: Definition,
  old?: Definition,
): string[] {
  return GATED.filter(({ gate }) => !features[gate]).flatMap(({ gate, words, isUsed }) => {
    const uses = (of: Definition) => [...readVersions(of, schemas).values()].some(isUsed);
    const isNews = uses(definition) && (old === undefined || !uses(old));
    return isNews ? [`${words} are stored and not enforced: feature gate ${gate} is off`] : [];
  });
}
