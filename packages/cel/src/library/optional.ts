import type { FunctionDeclaration, Overload } from "../check/declaration.ts";
import type { Expression } from "../parse/expression.ts";
import type { ExpressionBuilder } from "../parse/expression-builder.ts";
import type { Macro } from "../parse/macro.ts";
import { operators } from "../parse/operators.ts";
import { elementAt, elementsOf, isList, listSize } from "../values/containers.ts";
import { isZero } from "../values/is-zero.ts";
import { printMessageValue } from "../values/print-value.ts";
import {
  boolType,
  type CelType,
  dynType,
  intType,
  listType,
  mapType,
  opaqueType,
  optionalType,
  stringType,
  typeOfType,
  typeParameter,
} from "../values/type.ts";
import { CelError, CelOptional, CelTypeValue, type CelValue, optionalNone } from "../values/value.ts";
import type { Library } from "./library.ts";

const k = typeParameter("K");
const v = typeParameter("V");
const optionalV = optionalType(v);
const listV = listType(v);
const mapKV = mapType(k, v);
const anyOptional = opaqueType("optional_type");

/** Library of optional values. */
export const optionalLibrary: Library = {
  name: "optional",
  introduced: "1.28",
  hasOptionalSyntax: true,
  variables: [{ name: "optional_type", type: typeOfType(anyOptional), value: new CelTypeValue(anyOptional) }],
  macros: [
    binding("optMap", (builder, value) => builder.call("optional.of", value)),
    binding("optFlatMap", (_, value) => value),
  ],
  functions: [
    global("optional.of", { id: "optional_of", args: [v], result: optionalV, call: (value) => new CelOptional(value) }),
    global("optional.ofNonZeroValue", {
      id: "optional_ofNonZeroValue",
      args: [v],
      result: optionalV,
      call: (value) => (isZero(value as CelValue) ? optionalNone : new CelOptional(value)),
    }),
    global("optional.none", { id: "optional_none", args: [], result: optionalV, call: () => optionalNone }),
    global("optional.unwrap", { id: "optional_unwrap", args: [listType(optionalV)], result: listV, call: unwrap }),
    member("unwrapOpt", { id: "optional_unwrapOpt", args: [listType(optionalV)], result: listV, call: unwrap }),
    member("value", { id: "optional_value", args: [optionalV], result: v, call: dereference }),
    member("hasValue", {
      id: "optional_hasValue",
      args: [optionalV],
      result: boolType,
      call: (optional) => optional instanceof CelOptional && optional.value !== undefined,
    }),
    member("or", { id: "optional_or_optional", args: [optionalV, optionalV], result: optionalV }),
    member("orValue", { id: "optional_orValue_value", args: [optionalV, v], result: v }),
    member("first", { id: "list_first", args: [listV], result: optionalV, call: (list) => pick(list as CelValue, 0) }),
    member("last", { id: "list_last", args: [listV], result: optionalV, call: (list) => pick(list as CelValue, -1) }),
    global(operators.optionalSelect, { id: "select_optional_field", args: [dynType, stringType], result: optionalV }),
    { name: operators.optionalIndex, overloads: indexes("optindex_optional") },
    { name: operators.index, overloads: indexes("index").slice(2) },
  ],
};

function global(name: string, overload: Overload): FunctionDeclaration {
  return { name, overloads: [overload] };
}

function member(name: string, overload: Overload): FunctionDeclaration {
  return { name, overloads: [{ ...overload, isMember: true }] };
}

function indexes(infix: string): Overload[] {
  const overload = (id: string, container: CelType, key: CelType) => ({
    id,
    args: [container, key],
    result: optionalV,
  });
  return [
    overload(`list_${infix}_int`, listV, intType),
    overload(`map_${infix}_value`, mapKV, k),
    overload(`optional_list_${infix}_int`, optionalType(listV), intType),
    overload(`optional_map_${infix}_value`, optionalType(mapKV), k),
  ];
}

function dereference(optional: CelValue): CelValue {
  const value = optional instanceof CelOptional ? optional.value : undefined;
  // An optional that contains null has a value: null.
  return value === undefined ? new CelError("optional.none() dereference") : value;
}

function pick(list: CelValue, index: 0 | -1): CelValue {
  const size = isList(list) ? listSize(list) : 0;
  return isList(list) && size > 0 ? new CelOptional(elementAt(list, index === 0 ? 0 : size - 1)) : optionalNone;
}

function unwrap(list: CelValue): CelValue {
  const values: CelValue[] = [];
  for (const element of isList(list) ? elementsOf(list) : []) {
    if (!(element instanceof CelOptional)) {
      return new CelError(`value ${printMessageValue(element)} is not optional`);
    }
    if (element.value !== undefined) {
      values.push(element.value);
    }
  }
  return values;
}

/**
 * Macro `target.optMap(name, expression)` or `optFlatMap`: the expression with the optional's value as `name`, if it
 * has one.
 */
function binding(name: string, wrap: (builder: ExpressionBuilder, value: Expression) => Expression): Macro {
  return {
    name,
    argCount: 2,
    isMember: true,
    expand: (builder, target, args) => {
      const [variable, expression] = args as readonly [Expression, Expression];
      if (variable.kind !== "identifier") {
        return { fault: `${name}() variable name must be a simple identifier`, at: variable };
      }
      const bound = builder.comprehension({
        range: builder.list(),
        variable: "#unused",
        secondVariable: undefined,
        accumulator: variable.name,
        initial: builder.memberCall("value", builder.copy(target!)),
        condition: builder.literal(false),
        step: builder.identifier(variable.name),
        result: expression,
        shape: undefined,
      });
      return builder.call(
        operators.conditional,
        builder.memberCall("hasValue", target!),
        wrap(builder, bound),
        builder.call("optional.none"),
      );
    },
  };
}
