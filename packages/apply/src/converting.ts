import type { JsonObject } from "@kiln/api";
import { checkType, printTypeFaults } from "./check-type.ts";
import { FieldsError } from "./fields-error.ts";
import type { Conversion, Convert, KindFields, TypedObject } from "./kind-fields.ts";

/** Request of a generator to its caller to convert an object. */
export interface ConversionRequest {
  readonly object: JsonObject;
  readonly apiVersion: string;
}

/** Yielded where the work may be interrupted: for large objects it takes long enough to delay other requests. */
export const REST = Symbol("rest");

/**
 * Work that yields a request for each conversion it needs, so that it does not depend on whether conversion is
 * synchronous; most work needs none. Between its stages it yields {@link REST}.
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
  /** Converts an object; asynchronous for a conversion webhook. */
  readonly convert: (object: JsonObject, apiVersion: string) => Conversion | Promise<Conversion>;
  /** Called where the work may be interrupted; the work continues when its promise resolves. */
  readonly rest: () => undefined | Promise<void>;
}

/** Runs the work with an asynchronous converter and interruptions. */
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

/**
 * Converts an object and types it; undefined if the version does not exist. Throws a {@link FieldsError} whose message
 * begins with `what`.
 */
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
