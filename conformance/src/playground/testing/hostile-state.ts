import type { LinkedState } from "./print-fragment.ts";

const MARKUP = "<img src=x onerror=globalThis.hacked=1><script>globalThis.hacked=1</script>";

/** Markup and scripts wherever a text may stand, and the longest name that there is. */
export function hostileState(): LinkedState {
  const quoted = JSON.stringify(MARKUP);
  const definitions = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com, annotations: {a: ${quoted}}}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        description: ${quoted}
        properties:
          spec:
            type: object
            description: ${quoted}
            properties:
              ${quoted}: {type: string, default: ${quoted}, description: ${quoted}}
              text: {type: string, enum: [${quoted}]}
              extra: {type: object, x-kubernetes-preserve-unknown-fields: true}
`;
  const text = `apiVersion: example.com/v1
kind: Thing
metadata:
  name: ${"a".repeat(253)}
  annotations:
    a: ${quoted}
spec:
  text: ${quoted}
  unknown: ${quoted}
  ${quoted.replace("img", "svg")}: ${quoted}
  extra:
    ${quoted}: ${quoted}
    __proto__: {hacked: 1}
    constructor: ${quoted}
`;
  return { name: "hostile", definitions, steps: [{ verb: "create", manager: MARKUP, text, isForced: false }] };
}
