import { type Environment, optionalType, type Program } from "@kiln/cel";
import type { JsonSchema, ValidationRule } from "../json-schema.ts";
import { normalizeFieldPath } from "../rule-field-path.ts";
import type { NamedTypes } from "./name-types.ts";

/** One entry of `x-kubernetes-validations`, compiled. An empty rule has neither program nor error. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  readonly program?: Program;
  readonly fault?: string;
  /** Whether the rule uses `oldSelf`: it then runs only if there is an old value. */
  readonly usesOldSelf: boolean;
  readonly message?: Program;
  readonly messageFault?: string;
  /** Path of the reported error, relative to the value. */
  readonly fieldPath?: string;
}

/**
 * CEL environments of expressions: new ones may use only functions of the oldest supported server, stored ones also
 * newer functions.
 */
export interface RuleEnvironments {
  forRule(expression: string): Environment;
  forMessage(expression: string): Environment;
}

export interface CompileRuleOptions {
  readonly environments: RuleEnvironments;
  readonly types: NamedTypes;
  /** Schema of the value that the rule validates. */
  readonly schema: JsonSchema;
}

export function compileRule(rule: ValidationRule, options: CompileRuleOptions): CompiledRule {
  const { environments, schema } = options;
  if (rule.rule.trim() === "") {
    return { rule, usesOldSelf: false };
  }
  const compiled = compileExpression(rule.rule, environments.forRule(rule.rule), { rule, ...options });
  if (compiled.program === undefined) {
    return { rule, usesOldSelf: false, fault: compiled.fault };
  }
  const { program } = compiled;
  if (program.type.kind !== "bool") {
    return { rule, usesOldSelf: false, fault: "cel expression must evaluate to a bool" };
  }
  const fieldPath = rule.fieldPath ? normalizeFieldPath(schema, rule.fieldPath) : undefined;
  return {
    rule,
    program,
    usesOldSelf: usesOldSelf(program),
    ...compileMessage(rule, options),
    ...(fieldPath === undefined ? {} : { fieldPath }),
  };
}

function compileMessage(
  rule: ValidationRule,
  options: CompileRuleOptions,
): Pick<CompiledRule, "message" | "messageFault"> {
  const { messageExpression = "" } = rule;
  if (messageExpression === "") {
    return {};
  }
  const environment = options.environments.forMessage(messageExpression);
  const { program, fault } = compileExpression(messageExpression, environment, { rule, ...options });
  if (program === undefined) {
    return { messageFault: `messageExpression ${fault.replace("program instantiation", "instantiation")}` };
  }
  return program.type.kind === "string"
    ? { message: program }
    : { messageFault: "messageExpression must evaluate to a string" };
}

type CompiledExpression =
  | { readonly program: Program; readonly fault?: undefined }
  | { readonly program?: undefined; readonly fault: string };

function compileExpression(
  expression: string,
  environment: Environment,
  { rule, types }: { readonly rule: ValidationRule; readonly types: NamedTypes },
): CompiledExpression {
  const { self, provider } = types;
  const oldSelf = rule.optionalOldSelf === true ? optionalType(self) : self;
  const { program, fault } = environment.extend({ types: provider, variables: { self, oldSelf } }).compile(expression);
  if (fault === undefined) {
    return { program };
  }
  const what = fault.kind === "program" ? "program instantiation failed" : "compilation failed";
  return { fault: `${what}: ${fault.text}` };
}

/**
 * Kubernetes: any reference of this name counts, also the variable of a macro (schema/cel/compilation.go compileRule,
 * v1.36).
 */
function usesOldSelf({ checked }: Program): boolean {
  for (const reference of checked.references.values()) {
    if (reference.kind === "variable" && reference.variable.name === "oldSelf") {
      return true;
    }
  }
  return false;
}
