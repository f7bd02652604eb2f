import {
  type FieldError,
  fieldPath,
  invalid,
  type JsonObject,
  nameIsDns1123Subdomain,
  setOwn,
  tooLong,
} from "@kiln/api";
import type { FeatureGates } from "../../services.ts";
import type { Strategy } from "../resource.ts";
import { toBase64 } from "./base64-value.ts";
import type { BuiltIn } from "./built-in.ts";
import { validateCoreMetadata } from "./core-metadata.ts";
import { canonicalizeBytes, checkDataKeys, countBytes, dataOf, MAX_DATA_BYTES } from "./data-keys.ts";
import { checkImmutable, dropImmutable } from "./immutable-data.ts";
import { checkSecretType } from "./secret-type.ts";
import { warnOfKeyPair } from "./warn-of-key-pair.ts";

export const secret: BuiltIn = {
  group: "",
  version: "v1",
  names: {
    plural: "secrets",
    singular: "secret",
    kind: "Secret",
    listKind: "SecretList",
    shortNames: [],
    categories: [],
  },
  isNamespaced: true,
  selectableFields: ["type"],
  schema: {
    type: "object",
    properties: {
      immutable: { type: "boolean" },
      data: { type: "object", additionalProperties: { type: "string", format: "byte" } },
      stringData: { type: "object", additionalProperties: { type: "string" } },
      type: { type: "string", default: "Opaque" },
    },
  },
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
    prepareCreate: (object) => prepare(object),
    prepareUpdate: (object, old) => prepare(object, old),
    validateCreate: checkSecret,
    validateUpdate: (object, old) => [
      ...checkSameType(object, old),
      ...(features.ImmutableEphemeralVolumes ? checkImmutable(object, old, ["data"]) : []),
      ...validateCoreMetadata(object, { isNamespaced: true, nameRule: nameIsDns1123Subdomain }),
      ...checkSecret(object),
    ],
    warn: warnOfKeyPair,
  };
}

/** Changes the object: what clients may write as text becomes data, and wins over it. It is never stored. */
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
  return object.type === old.type ? [] : [invalid(fieldPath("type"), object.type, "field is immutable")];
}

function checkSecret(object: JsonObject): FieldError[] {
  const data = dataOf(object, "data");
  const errors = checkDataKeys(data, "data");
  if (countBytes(data, "base64") > MAX_DATA_BYTES) {
    errors.push(tooLong(fieldPath("data"), MAX_DATA_BYTES));
  }
  return [...errors, ...checkSecretType(object, data)];
}
