import { fieldPath, type JsonObject, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { fieldRules } from "../../field-rules.ts";
import { VARIABLE, validateEnvFrom } from "./validate-env.ts";

const validateEnv = fieldRules({ "e[]": VARIABLE });
const envErrors = (variable: JsonObject) => validateEnv({ e: [variable] }, fieldPath()).map(printFieldError);
const fromErrors = (source: JsonObject) => validateEnvFrom([source], fieldPath("f")).map(printFieldError);

const KEY_REF = { name: "c", key: "k" };

describe("VARIABLE", () => {
  it.each<[what: string, variable: JsonObject, errors: string[]]>([
    ["a value", { name: "A", value: "1" }, []],
    ["a name with odd characters", { name: "a b-c.d" }, []],
    ["a key", { name: "A", valueFrom: { configMapKeyRef: KEY_REF } }, []],
    ["a file", { name: "A", valueFrom: { fileKeyRef: { key: "K", volumeName: "v", path: "f" } } }, []],
    ["no name", {}, ["e[0].name: Required value"]],
    [
      "no source",
      { name: "A", valueFrom: {} },
      [
        'e[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
      ],
    ],
    [
      "a value and a source",
      { name: "A", value: "1", valueFrom: { secretKeyRef: KEY_REF } },
      ['e[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty'],
    ],
    [
      "two sources",
      { name: "A", valueFrom: { secretKeyRef: KEY_REF, configMapKeyRef: KEY_REF } },
      ['e[0].valueFrom: Invalid value: "": may not have more than one field specified at a time'],
    ],
    [
      "a file without fields",
      { name: "A", valueFrom: { fileKeyRef: {} } },
      ["key", "volumeName", "path"].map((field) => `e[0].valueFrom.fileKeyRef.${field}: Required value`),
    ],
  ])("judges %s", (_, variable, errors) => {
    expect(envErrors(variable)).toEqual(errors);
  });
});

describe("validateEnvFrom()", () => {
  it.each<[what: string, source: JsonObject, errors: string[]]>([
    ["a ConfigMap", { prefix: "A_", configMapRef: { name: "c" } }, []],
    ["a name that ends with a dash", { secretRef: { name: "s-" } }, []],
    ["no source", {}, ['f: Invalid value: "": must specify one of: `configMapRef` or `secretRef`']],
    [
      "two sources",
      { configMapRef: { name: "c" }, secretRef: { name: "s" } },
      ['f: Invalid value: "": may not have more than one field specified at a time'],
    ],
    ["no name", { configMapRef: {} }, ["f[0].configMapRef.name: Required value"]],
  ])("judges %s", (_, source, errors) => {
    expect(fromErrors(source)).toEqual(errors);
  });
});
