import type { JsonObject } from "@kiln/api";
import { type CelValue, createEnvironment, dynType, type Environment, MapView, stringType } from "@kiln/cel";

/** What expressions of admission policies know: the object, the one before it, and JSON patches. */
export function createPolicyEnvironment(): Environment {
  const fields = new Map([
    ["op", stringType],
    ["path", stringType],
    ["value", dynType],
  ]);
  return createEnvironment({
    variables: { object: dynType, oldObject: dynType },
    types: {
      hasType: (name) => name === "JSONPatch",
      findField: (_, name) => {
        const type = fields.get(name);
        return type === undefined ? undefined : { type };
      },
      create: (_, values) => new MadePatch(values),
    },
  });
}

export class MadePatch extends MapView {
  readonly fields: ReadonlyMap<string, CelValue>;

  constructor(fields: ReadonlyMap<string, CelValue>) {
    super();
    this.fields = fields;
  }

  get size(): number {
    return this.fields.size;
  }

  find(name: CelValue): CelValue | undefined {
    return typeof name === "string" ? this.fields.get(name) : undefined;
  }

  keys(): Iterable<CelValue> {
    return this.fields.keys();
  }
}

/** Throws if the expression cannot be compiled. */
export function evaluate(
  environment: Environment,
  expression: string,
  bindings: { readonly object: JsonObject; readonly oldObject: JsonObject | null },
): CelValue {
  const { program, fault } = environment.compile(expression);
  if (program === undefined) {
    throw new Error(`${expression}\n${fault.text}`);
  }
  return program.evaluate(bindings).value;
}
