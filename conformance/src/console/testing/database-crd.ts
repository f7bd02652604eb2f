import { asObject, type JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";

/** CRD with every kind of field that a form shows, without immutable fields and unions for a server that lacks them. */
export function databaseCrd({ hasMarks }: { readonly hasMarks: boolean }): JsonObject {
  const immutable = hasMarks
    ? "x-kubernetes-mutability: Immutable"
    : "x-kubernetes-validations: [{rule: self == oldSelf}]";
  const union = hasMarks
    ? "x-kubernetes-unions: [{discriminator: type, fields-to-discriminateBy: {bucket: Bucket, directory: Directory}}]"
    : "oneOf: [{required: [bucket]}, {required: [directory]}]";
  return asObject(
    parseYaml(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: databases.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: databases, singular: database, kind: Database, shortNames: [db]}
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - {name: Volume, type: string, jsonPath: .spec.volume}
    - {name: Keep, type: integer, jsonPath: .spec.keep}
    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [volume]
            x-kubernetes-validations:
            - {rule: "self.keep <= self.limit", message: keep must not exceed limit}
            properties:
              volume: {type: string, description: Volume that holds the data., ${immutable}}
              zone:
                type: string
                x-kubernetes-validations: [{rule: self == oldSelf, message: a database cannot move}]
              keep: {type: integer, minimum: 1, default: 7, description: Backups to keep.}
              limit: {type: integer, default: 30}
              tier: {type: string, enum: [small, large]}
              target:
                type: object
                properties: {type: {type: string}, bucket: {type: string}, directory: {type: string}}
                ${union}
              users:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items: {type: object, required: [name], properties: {name: {type: string}, role: {type: string}}}
              notes: {type: object, x-kubernetes-preserve-unknown-fields: true}
`).value,
  );
}

export const DATABASES = { group: "example.com", version: "v1", plural: "databases", isNamespaced: true };
export const CRDS = {
  group: "apiextensions.k8s.io",
  version: "v1",
  plural: "customresourcedefinitions",
  isNamespaced: false,
};
export const CONFIG_MAPS = { group: "", version: "v1", plural: "configmaps", isNamespaced: true };

export function database(name: string, hasMarks: boolean): JsonObject {
  return asObject(
    parseYaml(`
apiVersion: example.com/v1
kind: Database
metadata: {name: ${name}, namespace: default, labels: {app: shop}}
spec:
  volume: data-0
  zone: eu-1
  tier: small
  target: {${hasMarks ? "type: Bucket, " : ""}bucket: backups-eu}
  users: [{name: alice, role: admin}, {name: bob, role: reader}]
`).value,
  );
}
