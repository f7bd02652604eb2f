import { deflateRawSync } from "node:zlib";

/**
 * Link to a state of the playground whose CRD has at least `lines` lines, with defaults, bounds, immutable fields and
 * rules.
 */
export function printLongState(lines: number): string {
  const head = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things.example.com
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
        properties:
          spec:
            type: object
            properties:
`;
  let text = head;
  for (let index = 0; text.split("\n").length <= lines; index++) {
    text += printField(index);
  }
  const object = "apiVersion: example.com/v1\nkind: Thing\nmetadata:\n  name: one\nspec:\n  field1:\n    name: a\n";
  const steps = [{ verb: "create", manager: "alice", text: object, isForced: false }];
  return `#1${deflateRawSync(JSON.stringify({ name: "long", definitions: text, steps })).toString("base64url")}`;
}

function printField(index: number): string {
  return `              field${index}:
                type: object
                description: Settings of part ${index}.
                properties:
                  name:
                    type: string
                    maxLength: 63
                    x-kubernetes-mutability: Immutable
                  count:
                    type: integer
                    minimum: 1
                    default: ${index + 1}
                  items:
                    type: array
                    maxItems: 16
                    x-kubernetes-list-type: set
                    items:
                      type: string
                      maxLength: 63
`;
}
