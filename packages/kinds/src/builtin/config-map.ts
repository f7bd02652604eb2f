import {
  appendAll,
  type FieldError,
  fieldPath,
  invalid,
  type JsonObject,
  nameIsDns1123Subdomain,
  tooLong,
} from "@kiln/api";
import type { FeatureGates } from "../resource/feature-gates.ts";
import type { Strategy } from "../resource/strategy.ts";
import { validateCoreMetadata } from "./core-metadata.ts";
import { canonicalizeBytes, checkEntries, countBytes, dataOf, MAX_DATA_BYTES } from "./data-keys.ts";
import type { Declaration } from "./declaration.ts";
import { checkDataKept, dropImmutable } from "./immutable-data.ts";

export const configMap: Declaration = {
  resource: "configmaps",
  strategy: ({ features }) => configMapStrategy(features),
};

function configMapStrategy(features: FeatureGates): Strategy {
  const prepare = (object: JsonObject, old?: JsonObject) => {
    canonicalizeBytes(object, "binaryData");
    dropImmutable(object, features, old);
  };
  return {
    prepareCreate: (object) => prepare(object),
    prepareUpdate: (object, old) => prepare(object, old),
    validateSize: checkDataSize,
    validateCreate: checkData,
    validateUpdate: (object, old) => [
      ...checkDataKept(object, old, ["data", "binaryData"]),
      ...validateCoreMetadata(object, { isNamespaced: true, nameRule: nameIsDns1123Subdomain }),
      ...checkData(object),
    ],
  };
}

function checkData(object: JsonObject): FieldError[] {
  const data = checkEntries(object, "data", "text");
  const binaryData = checkEntries(object, "binaryData", "base64");
  const errors: FieldError[] = [];
  appendAll(errors, data.errors);
  appendAll(errors, checkDuplicates(dataOf(object, "data"), dataOf(object, "binaryData")));
  appendAll(errors, binaryData.errors);
  appendAll(errors, checkSum(data.bytes + binaryData.bytes));
  return errors;
}

function checkDataSize(object: JsonObject): FieldError[] {
  return checkSum(countBytes(dataOf(object, "data"), "text") + countBytes(dataOf(object, "binaryData"), "base64"));
}

function checkSum(bytes: number): FieldError[] {
  // Kubernetes: the error has the empty field name, which means the whole object (core/validation/validation.go
  // ValidateConfigMap, v1.36).
  return bytes > MAX_DATA_BYTES ? [tooLong(fieldPath(""), MAX_DATA_BYTES)] : [];
}

function checkDuplicates(data: Readonly<Record<string, string>>, binaryData: object): FieldError[] {
  return Object.keys(binaryData).length === 0
    ? []
    : Object.keys(data)
        .filter((key) => Object.hasOwn(binaryData, key))
        .map((key) => invalid(fieldPath("data").key(key), key, "duplicate of key present in binaryData"));
}
