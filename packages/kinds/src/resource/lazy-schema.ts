import { once } from "@kiln/api";
import type { CompiledSchema } from "@kiln/schema";

/** A schema that is decoded and compiled on first use, since most servers never use most kinds. */
export function lazySchema(compile: () => CompiledSchema): CompiledSchema {
  return new LazySchema(compile);
}

/** A class, because engines create and read objects with own getters more slowly. */
class LazySchema implements CompiledSchema {
  readonly #compiled: () => CompiledSchema;

  constructor(compile: () => CompiledSchema) {
    this.#compiled = once(compile);
  }

  get prune(): CompiledSchema["prune"] {
    return this.#compiled().prune;
  }

  get setDefaults(): CompiledSchema["setDefaults"] {
    return this.#compiled().setDefaults;
  }

  get mutability(): CompiledSchema["mutability"] {
    return this.#compiled().mutability;
  }

  get unions(): CompiledSchema["unions"] {
    return this.#compiled().unions;
  }

  get isSettled(): CompiledSchema["isSettled"] {
    return this.#compiled().isSettled;
  }

  get validate(): CompiledSchema["validate"] {
    return this.#compiled().validate;
  }

  get validateUpdate(): CompiledSchema["validateUpdate"] {
    return this.#compiled().validateUpdate;
  }

  get validateStatusUpdate(): CompiledSchema["validateStatusUpdate"] {
    return this.#compiled().validateStatusUpdate;
  }

  get roundtrip(): CompiledSchema["roundtrip"] {
    return this.#compiled().roundtrip;
  }
}
