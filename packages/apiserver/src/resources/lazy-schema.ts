import type { CompiledSchema } from "@kiln/schema";

/** A schema that is read and compiled when something is first asked of it: most kinds of most servers never are. */
export function lazySchema(compile: () => CompiledSchema): CompiledSchema {
  let compiled: CompiledSchema | undefined;
  const get = () => {
    compiled ??= compile();
    return compiled;
  };
  return {
    get prune() {
      return get().prune;
    },
    get setDefaults() {
      return get().setDefaults;
    },
    get mutability() {
      return get().mutability;
    },
    get unions() {
      return get().unions;
    },
    isSettled: (value) => get().isSettled(value),
    validate: (value, around) => get().validate(value, around),
    validateUpdate: (value, old, around) => get().validateUpdate(value, old, around),
    validateStatusUpdate: (value, old, around) => get().validateStatusUpdate(value, old, around),
    roundtrip: (object) => get().roundtrip(object),
  };
}
