import type { JsonObject } from "@kiln/api";
import { checkType, printTypeFaults } from "./check-type.ts";
import { FieldsError } from "./fields-error.ts";
import type { Conversion, Convert, KindFields, TypedObject } from "./kind-fields.ts";

/** A conversion that is needed to go on. */
export interface ConversionRequest {
  readonly object: JsonObject;
  readonly apiVersion: string;
}

/**
 * Work that asks for a conversion whenever it needs one, so that it stays synchronous whether or not converting is:
 * most work asks for none.
 */
export type Converting<T> = Generator<ConversionRequest, T, Conversion>;

/** Does the work with a converter that answers at once. */
export function runConverting<T>(work: Converting<T>, convert: Convert): T {
  let step = work.next();
  while (step.done !== true) {
    step = work.next(convert(step.value.object, step.value.apiVersion));
  }
  return step.value;
}

/** Does the work with a converter that may take its time, such as a webhook. Does not wait if nothing is converted. */
export async function runConvertingAsync<T>(
  work: Converting<T>,
  convert: (object: JsonObject, apiVersion: string) => Promise<Conversion>,
): Promise<T> {
  let step = work.next();
  while (step.done !== true) {
    step = work.next(await convert(step.value.object, step.value.apiVersion));
  }
  return step.value;
}

/** Undefined if there is no such version. Throws a {@link FieldsError} that begins with `what`. */
export function* convertTyped(
  typed: TypedObject,
  apiVersion: string,
  { kind, what = "" }: { readonly kind: KindFields; readonly what?: string },
): Converting<TypedObject | undefined> {
  if (typed.apiVersion === apiVersion) {
    return typed;
  }
  const conversion = yield { object: typed.object, apiVersion };
  if ("error" in conversion) {
    throw new FieldsError(what + conversion.error);
  }
  const type = "object" in conversion ? kind.typeOf(apiVersion) : undefined;
  if (!("object" in conversion) || type === undefined) {
    return undefined;
  }
  const { object } = conversion;
  const isLenient = kind.semantics === "kep";
  const faults = checkType(type, object, { allowsDuplicates: isLenient, allowsUnknown: isLenient });
  if (faults.length > 0) {
    throw new FieldsError(what + printTypeFaults(faults), { faults, source: "live" });
  }
  return { object, apiVersion, type };
}
