import { asObject, printFieldError } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { describe, expect, it } from "vitest";
import { createChecker } from "./check-object.ts";
import { findSchema } from "./read-schema.ts";

const document = asObject(
  parseYaml(`
components:
  schemas:
    meta: {type: object, properties: {name: {type: string}}}
    tree: {type: object, properties: {children: {type: array, items: {$ref: '#/components/schemas/tree'}}}}
    io.k8s.apimachinery.pkg.api.resource.Quantity: {oneOf: [{type: string}, {type: number}]}
    com.example.v1.BackupList:
      x-kubernetes-group-version-kind: [{group: example.com, version: v1, kind: BackupList}]
    com.example.v1.Backup:
      type: object
      x-kubernetes-group-version-kind: [{group: example.com, version: v1, kind: Backup}]
      properties:
        metadata: {allOf: [{$ref: '#/components/schemas/meta'}]}
        spec:
          type: object
          required: [volume]
          x-kubernetes-validations:
          - {rule: "self.keep <= self.limit", message: keep must not exceed limit}
          properties:
            volume: {type: string, x-kubernetes-mutability: Immutable}
            keep: {type: integer, default: 7, minimum: 1}
            limit: {type: integer, default: 10}
            size: {allOf: [{$ref: '#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity'}]}
            tree: {$ref: '#/components/schemas/tree'}
            target:
              type: object
              properties: {type: {type: string}, bucket: {type: string}, directory: {type: string}}
              x-kubernetes-unions:
              - discriminator: type
                fields-to-discriminateBy: {bucket: Bucket, directory: Directory}
`).value,
);
const source = findSchema(document, { group: "example.com", version: "v1", kind: "Backup" });

describe("createChecker()", () => {
  const check = createChecker(source ?? { root: {} });
  const errorsOf = (spec: string, old?: string) => {
    const toObject = (text: string) => ({ metadata: { name: "x" }, spec: asObject(parseYaml(text).value) });
    const verdict = check(toObject(spec), old === undefined ? undefined : toObject(old));
    return { errors: verdict.errors.map(printFieldError), changes: verdict.unionChanges };
  };

  it("runs rules in CEL after defaulting", () => {
    expect(errorsOf("{volume: a, limit: 5}").errors).toEqual([
      expect.stringContaining("spec: Invalid value: keep must not exceed limit"),
    ]);
    expect(errorsOf("{volume: a}").errors).toEqual([]);
  });

  it("validates values, with references resolved", () => {
    const { errors } = errorsOf("{keep: 0, size: 1Gi, tree: {children: [{children: [{}]}]}}");
    expect(errors).toEqual([
      expect.stringContaining("spec.keep: Invalid value: 0"),
      expect.stringContaining("spec.volume: Required value"),
      expect.stringContaining("some validation rules were not checked"),
    ]);
  });

  it("rejects a change of an immutable field, and tells what a union clears", () => {
    const { errors, changes } = errorsOf(
      "{volume: b, target: {type: Bucket, bucket: eu, directory: /x}}",
      "{volume: a, target: {type: Bucket, bucket: eu}}",
    );
    expect(errors).toEqual([expect.stringContaining("spec.volume: Invalid value")]);
    expect(changes).toMatchObject([
      { kind: "cleared", path: "spec.target.bucket", value: "eu" },
      { kind: "set", path: "spec.target.type", value: "Directory" },
    ]);
  });
});
