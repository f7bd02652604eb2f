import type { NativeField, NativeType } from "./native-type.ts";

type Draft = { -readonly [K in keyof NativeField]: NativeField[K] };

/** Parses a field in the format of data/README.md. */
export function parseField(text: string, parseType: (type: string) => NativeType): NativeField {
  const [type = "", ...words] = text.split(";");
  const field: Draft = { type: parseType(type), isKept: false, omitsZero: false, isRequired: false };
  for (const word of words) {
    const split = word.indexOf("=");
    const name = split < 0 ? word : word.slice(0, split);
    READERS[name]?.(field, word.slice(split + 1));
  }
  return field;
}

/** Parsers of the properties of a field by letter; each sets one property of the draft. */
const READERS: Readonly<Record<string, (field: Draft, value: string) => void>> = {
  keep: (field) => {
    field.isKept = true;
  },
  omitzero: (field) => {
    field.omitsZero = true;
  },
  required: (field) => {
    field.isRequired = true;
  },
  enum: (field, value) => {
    field.enum = value.split("|");
  },
  itemEnum: (field, value) => {
    field.itemEnum = value.split("|");
  },
  default: (field, value) => {
    field.default = value;
  },
  list: (field, value) => {
    const [listType = "", keys] = value.split(":");
    field.listType = listType;
    if (keys !== undefined) {
      field.listMapKeys = keys.split(",");
    }
  },
  map: (field, value) => {
    field.mapType = value;
  },
  patch: (field, value) => {
    const [strategy = "", key] = value.split(":");
    field.patchStrategy = strategy;
    if (key !== undefined) {
      field.patchMergeKey = key;
    }
  },
};
