import type { JsonObject } from "@kiln/api";
import { checkType, printTypeFaults } from "./check-type.ts";
import { FieldsError } from "./fields-error.ts";
import type { Conversion, Convert, KindFields, TypedObject } from "./kind-fields.ts";

/** A conversion that is needed to go on. */
export interface ConversionRequest {
  readonly object: JsonObject;
  readonly apiVersion: string;
}

/** A point at which the work may be interrupted: with large objects it takes long enough to delay other requests. */
export const REST = Symbol("rest");

/**
 * Work that yields a conversion request whenever it needs one, so that it is synchronous whether or not converting is:
 * most work needs none. Between its stages it yields {@link REST}.
 */
export type Converting<T> = Generator<ConversionRequest | typeof REST, T, Conversion>;

const NOTHING: Conversion = { isMissing: true };

/** Runs the work with a synchronous converter. */
export function runConverting<T>(work: Converting<T>, convert: Convert): T {
  let step = work.next();
  while (step.done !== true) {
    step = work.next(step.value === REST ? NOTHING : convert(step.value.object, step.value.apiVersion));
  }
  return step.value;
}

export interface AsyncSteps {
  /** May be asynchronous, as a conversion webhook is. */
  readonly convert: (object: JsonObject, apiVersion: string) => Conversion | Promise<Conversion>;
  /** Awaited at each {@link REST}. */
  readonly rest: () => undefined | Promise<void>;
}

/** As {@link runConverting}, for work that may be interrupted. */
export async function runConvertingAsync<T>(work: Converting<T>, { convert, rest }: AsyncSteps): Promise<T> {
  let step = work.next();
  while (step.done !== true) {
    if (step.value === REST) {
      await rest();
      step = work.next(NOTHING);
    } else {
      step = work.next(await convert(step.value.object, step.value.apiVersion));
    }
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
