import { type JsonObject, once } from "@kiln/api";
import { type CompiledSchema, compileSchema, type JsonSchema } from "@kiln/schema";
import type { BuiltInSettings } from "../resources/builtin/declaration.ts";
import { compileNativePrune } from "./decode-native.ts";
import type { StructType } from "./native-type.ts";
import type { SetTypeDefaults } from "./type-defaults.ts";

export interface NativeKind {
  readonly type: () => StructType;
  /** With unions and marks. */
  readonly schema: () => JsonSchema;
  /** Those of its types. */
  readonly defaults: () => SetTypeDefaults | undefined;
  /** Those of the kind itself, which come before those of what is in it. */
  readonly setDefaults?: (object: JsonObject) => void;
  /** Whether marks speak about an update; absent: about all. */
  readonly marksHold?: (object: JsonObject, old: JsonObject) => boolean;
}

/**
 * A built-in kind as functions, each made on first use. Objects are decoded as Go decodes them; what that lets through
 * is judged by the kind's own rules, and no schema looks at it again.
 */
export function compileNative(kind: NativeKind, { semantics, features }: BuiltInSettings): CompiledSchema {
  const prune = once(() => compileNativePrune(kind.type()));
  const compiled = once(() => {
    const isMarked = semantics === "kep";
    return compileSchema(kind.schema(), {
      semantics: "kep",
      features: { mutability: isMarked && features.FieldMutability, unions: isMarked && features.Unions },
    });
  });
  const setTypeDefaults = once(kind.defaults);
  const setDefaults = (object: JsonObject) => {
    kind.setDefaults?.(object);
    setTypeDefaults()?.(object);
  };
  const nothing = () => [];
  return {
    get prune() {
      return prune();
    },
    setDefaults,
    get mutability(): CompiledSchema["mutability"] {
      const { mutability } = compiled();
      const { marksHold } = kind;
      return mutability === undefined || marksHold === undefined
        ? mutability
        : (old, now, options) => (marksHold(now, old) ? mutability(old, now, options) : []);
    },
    get unions() {
      return compiled().unions;
    },
    isSettled: () => false,
    validate: nothing,
    validateUpdate: nothing,
    validateStatusUpdate: nothing,
    roundtrip: (object) => {
      prune()(object, { isStored: true });
      setDefaults(object);
      return object;
    },
  };
}
