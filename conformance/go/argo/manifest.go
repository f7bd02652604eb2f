package main

// manifest has a definition, and objects of it and of built-in kinds.
const manifest = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: cupboards.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: cupboards, singular: cupboard, kind: Cupboard }
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: { spec: { type: object, properties: { shelves: { type: integer } } } }
---
apiVersion: example.com/v1
kind: Cupboard
metadata: { name: pantry, namespace: NAMESPACE }
spec: { shelves: 4 }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: paint, namespace: NAMESPACE }
immutable: true
data: { colour: COLOUR }
---
apiVersion: v1
kind: Secret
metadata: { name: key, namespace: NAMESPACE }
data: { key: MTIzNA== }
---
apiVersion: v1
kind: Service
metadata: { name: pantry, namespace: NAMESPACE }
spec: { selector: { app: pantry }, ports: [{ port: 80 }] }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: pantry, namespace: NAMESPACE }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: pantry, namespace: NAMESPACE }
rules: [{ apiGroups: [example.com], resources: [cupboards], verbs: [get] }]
`
