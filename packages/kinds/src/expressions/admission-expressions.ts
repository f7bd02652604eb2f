import {
  authorizerType,
  type CelType,
  createEnvironment,
  dynType,
  type Environment,
  jsonPatchLibrary,
  type Program,
  resourceCheckType,
  structType,
} from "@kiln/cel";
import { admissionTypes, namespaceType, requestType, VARIABLES_TYPE } from "./admission-declarations.ts";

/** Context of an expression: its variables and result type. */
export interface ExpressionUse {
  /** Allowed result types; absent: any. */
  readonly returns?: readonly CelType[];
  readonly hasParams?: boolean;
  readonly hasAuthorizer?: boolean;
  readonly hasPatchTypes?: boolean;
  /**
   * Types of the policy's variables declared before the expression, by name; absent where expressions cannot have
   * variables.
   */
  readonly variables?: ReadonlyMap<string, CelType>;
}

export type CompiledExpression =
  | { readonly program: Program; readonly fault?: undefined }
  | { readonly program?: undefined; readonly fault: ExpressionFault };

export interface ExpressionFault {
  /**
   * Kubernetes: an error of a constant part is an internal error (admission/plugin/cel/compile.go CompileCELExpression,
   * v1.36).
   */
  readonly isInternal: boolean;
  readonly detail: string;
}

/** Compiles expressions of webhooks and policies. */
export interface AdmissionExpressions {
  compile(expression: string, use: ExpressionUse): CompiledExpression;
}

/** Creates the compiler. Its CEL environment is created for the first expression: most servers never compile one. */
export function createAdmissionExpressions(): AdmissionExpressions {
  let base: Environment | undefined;
  return {
    compile(expression, use) {
      base ??= createEnvironment({
        variables: { object: dynType, oldObject: dynType, namespaceObject: namespaceType, request: requestType },
      });
      const compiled = compileExpression(environmentFor(base, use), expression);
      return compiled.program === undefined ? compiled : checkType(compiled.program, use.returns);
    },
  };
}

/** Compiles an expression; the result has Kubernetes' error if it is invalid. */
export function compileExpression(environment: Environment, expression: string): CompiledExpression {
  const { program, fault } = environment.compile(expression);
  if (fault === undefined) {
    return { program };
  }
  const isInternal = fault.kind === "program";
  const what = isInternal ? "program instantiation failed" : "compilation failed";
  return { fault: { isInternal, detail: `${what}: ${fault.text}` } };
}

function environmentFor(base: Environment, use: ExpressionUse): Environment {
  const { hasParams = false, hasAuthorizer = false, hasPatchTypes = false, variables } = use;
  return base.extend({
    ...(hasPatchTypes ? { libraries: [jsonPatchLibrary] } : {}),
    types: admissionTypes({ variables: variables ?? new Map(), hasPatchTypes }),
    variables: {
      ...(hasParams ? { params: dynType } : {}),
      ...(hasAuthorizer ? { authorizer: authorizerType, "authorizer.requestResource": resourceCheckType } : {}),
      ...(variables === undefined ? {} : { variables: structType(VARIABLES_TYPE) }),
    },
  });
}

/** Checks the result type of a program; the result has an error if it differs. */
export function checkType(program: Program, returns: readonly CelType[] | undefined): CompiledExpression {
  const found = nameOf(program.type);
  const wanted = returns?.map(nameOf);
  if (wanted === undefined || wanted.includes(found)) {
    return { program };
  }
  const expected = wanted.length === 1 ? wanted[0] : `one of [${wanted.join(" ")}]`;
  return { fault: { isInternal: false, detail: `must evaluate to ${expected} but got ${found}` } };
}

/**
 * Name of a type in errors. Kubernetes: as at run time (admission/plugin/cel/compile.go CompileCELExpression, v1.36).
 */
function nameOf({ name, parameters }: CelType): string {
  return parameters.length === 0 ? name : `${name}(${parameters.map(nameOf).join(", ")})`;
}
