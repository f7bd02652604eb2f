import type { JsonObject, JsonValue } from "@kiln/api";

/** Behavior of a type that the published types do not contain. */
export interface TypeRules {
  /** Default values by field. */
  readonly defaults?: Readonly<Record<string, JsonValue>>;
  /** Sets defaults that depend on other fields, after {@link defaults} and before those of nested types. */
  readonly setDefaults?: (value: JsonObject) => void;
}

/** Rules by the type's path, such as `core/v1.Container`. */
export type RulesByType = Readonly<Record<string, TypeRules>>;
