import { effectiveStrategy, type PatchField, type PatchType } from "../resource/patch-type.ts";
import type { NativeField, NativeType } from "./native-type.ts";

/** Strategic merge patch rules of a built-in type. */
export function nativePatchType(type: NativeType): PatchType {
  switch (type.form) {
    case "pointer":
      return nativePatchType(type.to);
    case "struct":
      return { form: "struct", struct: type.struct, find: (key) => toPatchField(type.fields.get(key)) };
    case "list":
      return { form: "slice", struct: "", find: () => undefined, items: nativePatchType(type.items) };
    default:
      return { form: GO_KINDS.get(type.form) ?? type.form, struct: "", find: () => undefined };
  }
}

function toPatchField(field: NativeField | undefined): PatchField | undefined {
  return field === undefined
    ? undefined
    : {
        type: nativePatchType(field.type),
        strategy: effectiveStrategy(field.patchStrategy ?? ""),
        mergeKey: field.patchMergeKey ?? "",
      };
}

/**
 * Go's names of kinds of types that differ from the form; a type with its own UnmarshalJSON is a struct without fields
 * in JSON.
 */
const GO_KINDS: ReadonlyMap<string, string> = new Map([
  ["bytes", "slice"],
  ["time", "struct"],
  ["microTime", "struct"],
  ["quantity", "struct"],
  ["intOrString", "struct"],
  ["raw", "struct"],
]);
