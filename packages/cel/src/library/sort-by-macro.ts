import type { Expression } from "../parse/expression.ts";
import { accumulatorName } from "../parse/expression-builder.ts";
import { iterationVariable, type Macro } from "../parse/macro.ts";
import { expandMap } from "./standard-macros.ts";

const inputName = "@__sortBy_input__";
const sortable: ReadonlySet<Expression["kind"]> = new Set(["list", "select", "identifier", "comprehension", "call"]);

/** Macro `list.sortBy(x, key)`: binds the list to a name and sorts it by the list of its keys. */
export const sortByMacro: Macro = {
  name: "sortBy",
  argCount: 2,
  isMember: true,
  expand: (builder, target, args) => {
    if (target === undefined || !sortable.has(target.kind)) {
      const fault = "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
      return { fault, at: target ?? args[0]! };
    }
    const variable = iterationVariable(args[0]!, "argument is not an identifier");
    if (typeof variable !== "string") {
      return variable;
    }
    const keys = expandMap(
      builder,
      { range: builder.identifier(inputName), variable, secondVariable: undefined, accumulator: accumulatorName },
      { transform: args[1]! },
    );
    return builder.comprehension({
      range: builder.list(),
      variable: "#unused",
      secondVariable: undefined,
      accumulator: inputName,
      initial: target,
      condition: builder.literal(false),
      step: builder.identifier(inputName),
      result: builder.memberCall("@sortByAssociatedKeys", builder.identifier(inputName), keys),
      shape: undefined,
    });
  },
};
