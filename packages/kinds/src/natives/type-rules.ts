import type { JsonObject, JsonValue } from "@kiln/api";

/** Rules of a type that the published types lack. */
export interface TypeRules {
  /** Default values, by field. */
  readonly defaults?: Readonly<Record<string, JsonValue>>;
  /** Changes the value, after {@link defaults} and before its content: defaults that depend on other fields. */
  readonly setDefaults?: (value: JsonObject) => void;
}

/** By the type's path, such as `core/v1.Container`. */
export type RulesByType = Readonly<Record<string, TypeRules>>;
