import type { PlaygroundState, Step, StepVerb } from "../state/playground-state.ts";

export interface Example {
  /** Group of the example in the menu. */
  readonly topic: string;
  readonly title: string;
  /** One or two sentences: the idea of the example, and where to look. */
  readonly about: string;
  readonly state: PlaygroundState;
  /** Expected result of each step, checked by a test. */
  readonly verdicts: readonly ("accepted" | "refused")[];
}

export function step(verb: StepVerb, manager: string, text: string, isForced = false): Step {
  return { verb, manager, text: text.replace(/^\n/, ""), isForced };
}

export interface SampleKind {
  readonly kind: string;
  readonly plural: string;
  /** YAML of the properties of `spec`, without indentation. */
  readonly spec: string;
  /** YAML of further keywords of `spec`. */
  readonly more?: string;
}

/** A CRD of one version whose schema has a `spec`. */
export function printSampleCrd({ kind, plural, spec, more = "" }: SampleKind): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    plural: ${plural}
    singular: ${kind.toLowerCase()}
    kind: ${kind}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
${indent(more, 14)}              properties:
${indent(spec, 16)}`;
}

function indent(text: string, columns: number): string {
  const lines = text.replace(/^\n/, "").trimEnd().split("\n");
  return text.trim() === "" ? "" : `${lines.map((line) => " ".repeat(columns) + line).join("\n")}\n`;
}
