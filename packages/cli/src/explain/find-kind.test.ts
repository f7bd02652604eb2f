import { describe, expect, it } from "vitest";
import { explainField } from "./explain-field.ts";
import { findKind } from "./find-kind.ts";

const find = (place: string, version?: string) => {
  const [word = "", ...fields] = place.split(".");
  return findKind({ word, version, paths: [], depth: fields.length + 1 }).then((kind) => explainField(kind, fields));
};

describe("findKind()", () => {
  it.each<[string, RegExp]>([
    ["pod", /^KIND: {5}Pod\nVERSION: {2}v1\n[\s\S]*\n {2}spec\t<Object>/],
    ["po.spec.containers.image", /FIELD: {4}spec\.containers\.image <string>/],
    ["deploy.spec.template.spec.volumes", /VERSION: {2}apps\/v1\n[\s\S]*<\[\]Object>[\s\S]*\n {2}configMap\t<Object>/],
    ["customresourcedefinition.spec.versions.schema.openAPIV3Schema.properties", /<map\[string\]Object>/],
  ])("explains %s without a CRD", async (place, expected) => {
    expect(await find(place)).toMatch(expected);
  });

  it.each([
    ["deploiment", undefined, 'no kind "deploiment" is built in; name its CRD with --crd; did you mean "deployment"?'],
    ["hpa", "v3", '"hpa" has no version v3, but v2, v1'],
    ["cm.datum", undefined, 'ConfigMap has no field "datum"; did you mean "data"?'],
    [
      "cm.xyzzy",
      undefined,
      'ConfigMap has no field "xyzzy", but apiVersion, binaryData, data, immutable, kind, metadata',
    ],
  ])("helps with %s %s", async (place, version, message) => {
    await expect(find(place, version)).rejects.toThrow(message);
  });
});
