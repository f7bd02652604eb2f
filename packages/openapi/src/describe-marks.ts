import type { FeatureGates } from "@kiln/kinds";
import { type JsonSchema, parseUnions } from "@kiln/schema";
import {
  describeWith,
  keyMutabilitySentence,
  memberSentences,
  mutabilitySentence,
  unionSentence,
} from "./mark-sentences.ts";

/** Copy of a schema node of a custom resource whose descriptions also describe marks and unions. */
export function describeMarks(node: JsonSchema, features: FeatureGates): JsonSchema {
  const { mutability, keyMutability, unions } = node;
  if (mutability === undefined && keyMutability === undefined && unions === undefined) {
    return node;
  }
  const marks = features.FieldMutability
    ? [mutabilitySentence(mutability), keyMutabilitySentence(keyMutability, node.type === "array" ? "items" : "keys")]
    : [];
  const all = features.Unions && unions !== undefined ? parseUnions(unions) : [];
  const sentences = [...all.map(unionSentence), ...marks.filter((sentence) => sentence !== undefined)];
  const described = describeWith(node.description, sentences);
  return {
    ...node,
    ...(described === undefined ? {} : { description: described }),
    ...(all.length === 0 || node.properties === undefined
      ? {}
      : {
          properties: new Map(
            [...node.properties].map(([name, property]) => [name, withSentences(property, memberSentences(name, all))]),
          ),
        }),
  };
}

function withSentences(node: JsonSchema, sentences: readonly string[]): JsonSchema {
  const description = describeWith(node.description, sentences);
  return description === node.description || description === undefined ? node : { ...node, description };
}
