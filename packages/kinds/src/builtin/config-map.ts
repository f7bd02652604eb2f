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
import { canonicalizeBytes, checkDataKeys, countBytes, dataOf, MAX_DATA_BYTES } from "./data-keys.ts";
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
  const data = dataOf(object, "data");
  const binaryData = dataOf(object, "binaryData");
  const errors = [...checkDataKeys(data, "data"), ...checkDuplicates(data, binaryData)];
  appendAll(errors, checkDataKeys(binaryData, "binaryData"));
  appendAll(errors, checkDataSize(object));
  return errors;
}

function checkDataSize(object: JsonObject): FieldError[] {
  const bytes = countBytes(dataOf(object, "data"), "text") + countBytes(dataOf(object, "binaryData"), "base64");
  // Kubernetes: the error has the empty field name, which means the whole object (core/validation/validation.go
  // ValidateConfigMap, v1.36).
  return bytes > MAX_DATA_BYTES ? [tooLong(fieldPath(""), MAX_DATA_BYTES)] : [];
}

function checkDuplicates(data: Readonly<Record<string, string>>, binaryData: object): FieldError[] {
  return Object.keys(data)
    .filter((key) => Object.hasOwn(binaryData, key))
    .map((key) => invalid(fieldPath("data").key(key), key, "duplicate of key present in binaryData"));
}
