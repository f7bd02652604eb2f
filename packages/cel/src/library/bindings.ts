import type { Expression } from "../parse/expression.ts";
import type { Library } from "./library.ts";

/**
 * Library of `cel.bind(name, value, expression)`. Kubernetes: rules and policies do not have it
 * (cel/environment/base.go baseOpts, v1.36).
 */
export const bindingsLibrary: Library = {
  name: "bindings",
  introduced: "1.0",
  functions: [],
  macros: [
    {
      name: "bind",
      argCount: 3,
      isMember: true,
      expand: (builder, target, args) => {
        const [variable, value, expression] = args as readonly [Expression, Expression, Expression];
        if (target?.kind !== "identifier" || target.name !== "cel") {
          return undefined;
        }
        if (variable.kind !== "identifier") {
          return { fault: "cel.bind() variable names must be simple identifiers", at: variable };
        }
        return builder.comprehension({
          range: builder.list(),
          variable: "#unused",
          secondVariable: undefined,
          accumulator: variable.name,
          initial: value,
          condition: builder.literal(false),
          step: builder.identifier(variable.name),
          result: expression,
          shape: undefined,
        });
      },
    },
  ],
};
