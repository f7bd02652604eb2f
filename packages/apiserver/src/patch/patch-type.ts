import { StrategicPatchError } from "./strategic-patch-error.ts";

/** What a strategic merge patch must know of a value. */
export interface PatchType {
  /** Go's word for what it is: `struct`, `map`, `slice`, … */
  readonly form: string;
  /** Go's name of the struct, for errors. */
  readonly struct: string;
  /** A field of a struct; undefined if there is none of this name. */
  find(key: string): PatchField | undefined;
  /** The type of a list's items. */
  readonly items?: PatchType;
}

export interface PatchField {
  readonly type: PatchType;
  /** `merge`, `replace`, or empty for what the type has by nature: objects merge, lists are replaced. */
  readonly strategy: string;
  /** Empty for lists of scalars. */
  readonly mergeKey: string;
}

/** Throws where Kubernetes knows no such field. */
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

/** As {@link findField} for a list, with the type of its items. */
export function findListField(type: PatchType, key: string): PatchField {
  const field = findField(type, key);
  if (field.type.items === undefined) {
    throw failed(`expected slice or array type, but got: ${field.type.form}`);
  }
  return { ...field, type: field.type.items };
}

/** The strategy that counts: what `retainKeys` says is said again in every patch. */
export function effectiveStrategy(strategies: string): string {
  return strategies.split(",").find((strategy) => strategy !== "retainKeys") ?? "";
}

function failed(message: string): StrategicPatchError {
  return new StrategicPatchError("failed", message);
}
