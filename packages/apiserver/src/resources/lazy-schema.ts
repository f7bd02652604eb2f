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
    validate: (value) => get().validate(value),
    validateUpdate: (value, old, warn) => get().validateUpdate(value, old, warn),
    validateStatusUpdate: (value, old, warn) => get().validateStatusUpdate(value, old, warn),
    roundtrip: (object) => get().roundtrip(object),
  };
}
