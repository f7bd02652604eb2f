import type { PatchField, PatchType } from "../resource/patch-type.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

/** Field of a type. Throws Kubernetes' error if the type has no such field. */
export function findField(type: PatchType, key: string): PatchField {
  if (type.form !== "struct") {
    throw failed(`merging an object in json but data type is not struct, instead is: ${type.form}`);
  }
  const field = type.find(key);
  if (field === undefined) {
    throw failed(`unable to find api field in struct ${type.struct} for the json field "${key}"`);
  }
  return field;
}

/** List field of a type, with the type of its items. Throws like {@link findField}. */
export function findListField(type: PatchType, key: string): PatchField {
  const field = findField(type, key);
  if (field.type.items === undefined) {
    throw failed(`expected slice or array type, but got: ${field.type.form}`);
  }
  return { ...field, type: field.type.items };
}

function failed(message: string): StrategicPatchError {
  return new StrategicPatchError("failed", message);
}
