/** YAML of a CRD of ovens with one version. `spec` is the schema of its spec, as YAML in one or several lines. */
export function printOvenCrd(spec: string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ovens.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {kind: Oven, plural: ovens}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
${spec.trimEnd().replace(/^(?=.)/gm, " ".repeat(12))}
`;
}
