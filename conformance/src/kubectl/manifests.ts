/** A definition with everything that kubectl shows of one. */
export const ovens = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ovens.bakery.example.com
spec:
  group: bakery.example.com
  scope: Namespaced
  names: { plural: ovens, singular: oven, kind: Oven, listKind: OvenList, shortNames: [ov], categories: [all] }
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale: { specReplicasPath: .spec.racks, statusReplicasPath: .status.racks }
    additionalPrinterColumns:
    - { name: Heat, type: integer, jsonPath: .spec.heat }
    - { name: Fuel, type: string, jsonPath: .spec.fuel, priority: 1 }
    - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
    schema:
      openAPIV3Schema:
        type: object
        description: Oven bakes what is put into it.
        properties:
          spec:
            type: object
            properties:
              heat: { type: integer, minimum: 0, description: Degrees. }
              racks: { type: integer }
              fuel: { type: string, default: wood }
              loaves: { type: array, items: { type: string } }
              serial: { type: string, x-kubernetes-mutability: Immutable }
              heater:
                type: object
                x-kubernetes-unions: [{ discriminator: kind, fields-to-discriminateBy: { gas: Gas, wood: Wood } }]
                properties: { kind: { type: string }, gas: { type: string }, wood: { type: string } }
          status:
            type: object
            properties:
              racks: { type: integer }
              conditions:
                type: array
                items:
                  type: object
                  properties:
                    type: { type: string }
                    status: { type: string }
                    reason: { type: string }
                    message: { type: string }
                    lastTransitionTime: { type: string, format: date-time }
`;

export function oven(name: string, heat: number): string {
  return `
apiVersion: bakery.example.com/v1
kind: Oven
metadata: { name: ${name}, labels: { app: bakery } }
spec: { heat: ${heat}, racks: 2, loaves: [rye, oat] }
`;
}

export function namespace(name: string): string {
  return `
apiVersion: v1
kind: Namespace
metadata: { name: ${name} }
`;
}

export function configMap(name: string, value: string): string {
  return `
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name} }
data: { color: ${value} }
`;
}
