import {
  FIELD_IMMUTABLE,
  type FieldError,
  fieldPath,
  invalid,
  type JsonObject,
  nameIsDns1123Subdomain,
  setOwn,
  tooLong,
} from "@kiln/api";
import type { FeatureGates } from "../resource/feature-gates.ts";
import type { Strategy } from "../resource/strategy.ts";
import { toBase64 } from "./base64-value.ts";
import { validateCoreMetadata } from "./core-metadata.ts";
import { canonicalizeBytes, checkEntries, countBytes, dataOf, MAX_DATA_BYTES } from "./data-keys.ts";
import type { Declaration } from "./declaration.ts";
import { checkDataKept, dropImmutable } from "./immutable-data.ts";
import { checkSecretType } from "./secret-type.ts";
import { warnOfKeyPair } from "./warn-of-key-pair.ts";

export const secret: Declaration = {
  resource: "secrets",
  selectableFields: ["type"],
  types: { "core/v1.Secret": { defaults: { type: "Opaque" } } },
  strategy: ({ features }) => secretStrategy(features),
};

function secretStrategy(features: FeatureGates): Strategy {
  const prepare = (object: JsonObject, old?: JsonObject) => {
    foldStringData(object);
    if ((object.type ?? "") === "") {
      object.type = "Opaque";
    }
    dropImmutable(object, features, old);
  };
  return {
    // Kubernetes: decoding moves stringData to data, so stringData is never in managed fields (core/v1/conversion.go
    // Convert_v1_Secret_To_core_Secret, v1.36).
    setDefaults: foldStringData,
    prepareCreate: (object) => prepare(object),
    prepareUpdate: (object, old) => prepare(object, old),
    validateSize: checkDataSize,
    validateCreate: checkSecret,
    validateUpdate: (object, old) => [
      ...checkSameType(object, old),
      ...checkDataKept(object, old, ["data"]),
      ...validateCoreMetadata(object, { isNamespaced: true, nameRule: nameIsDns1123Subdomain }),
      ...checkSecret(object),
    ],
    warn: warnOfKeyPair,
  };
}

/** Moves stringData into data, where it replaces existing keys; it is never stored. */
function foldStringData(object: JsonObject): void {
  canonicalizeBytes(object, "data");
  const text = dataOf(object, "stringData");
  if (object.stringData === undefined) {
    return;
  }
  delete object.stringData;
  const data: JsonObject = { ...dataOf(object, "data") };
  for (const [key, value] of Object.entries(text)) {
    setOwn(data, key, toBase64(value));
  }
  if (Object.keys(data).length > 0) {
    object.data = data;
  }
}

function checkSameType(object: JsonObject, old: JsonObject): FieldError[] {
  return object.type === old.type ? [] : [invalid(fieldPath("type"), object.type, FIELD_IMMUTABLE)];
}

function checkSecret(object: JsonObject): FieldError[] {
  const data = dataOf(object, "data");
  const { errors, bytes } = checkEntries(object, "data", "base64");
  const text = countBytes(dataOf(object, "stringData"), "text");
  return [...errors, ...checkSum(bytes + text), ...checkSecretType(object, data)];
}

function checkDataSize(object: JsonObject): FieldError[] {
  return checkSum(countBytes(dataOf(object, "data"), "base64") + countBytes(dataOf(object, "stringData"), "text"));
}

function checkSum(bytes: number): FieldError[] {
  return bytes > MAX_DATA_BYTES ? [tooLong(fieldPath("data"), MAX_DATA_BYTES)] : [];
}
