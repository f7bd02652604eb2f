import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { CelDouble, CelError, type CelType, createEnvironment, isEqual, printMessageValue, printType } from "@kiln/cel";
import type { SpecCase } from "./spec-case.ts";
import { readType, readValue } from "./spec-value.ts";

const kubernetes = createEnvironment();

/** Runs a case. Returns the difference from the expected result, if there is one. */
export function runSpecCase(spec: SpecCase): string | undefined {
  const variables = Object.fromEntries(spec.typeEnvironment.flatMap(readVariable));
  const environment = kubernetes.extend({ variables, container: spec.container });
  const { program, fault } = environment.compile(spec.expression);
  if (program === undefined) {
    return spec.mustFail ? undefined : `does not compile: ${fault.text}`;
  }
  const typeFault = judgeType(spec, program.type);
  if (typeFault !== undefined || spec.isCheckOnly) {
    return typeFault;
  }
  const bindings = Object.fromEntries(Object.entries(spec.bindings).map(([name, value]) => [name, readBinding(value)]));
  // With a limit that is never reached, costs are counted, and so both code paths are tested.
  const counted = program.evaluate(bindings, { costLimit: Number.MAX_SAFE_INTEGER }).value;
  return judge(spec, counted) ?? judge(spec, program.evaluate(bindings).value);
}

function readVariable(json: JsonObject): [string, CelType][] {
  const type = isJsonObject(json.ident) ? json.ident.type : undefined;
  return type === undefined ? [] : [[String(json.name), readType(type as JsonValue)]];
}

function readBinding(json: JsonValue | undefined): unknown {
  return isJsonObject(json) ? readValue(json.value as JsonValue) : null;
}

function judgeType({ type }: SpecCase, actual: CelType): string | undefined {
  const expected = type === undefined ? undefined : printType(readType(type));
  return expected === undefined || expected === printType(actual)
    ? undefined
    : `has type ${printType(actual)} instead of ${expected}`;
}

function judge(spec: SpecCase, value: ReturnType<typeof readValue>): string | undefined {
  if (value instanceof CelError) {
    return spec.mustFail ? undefined : `fails: ${value.message}`;
  }
  if (spec.mustFail) {
    return `yields ${printMessageValue(value)} instead of an error`;
  }
  const expected = readValue(spec.expected as JsonValue);
  const isBothNaN = isNaNValue(value) && isNaNValue(expected);
  return isBothNaN || isEqual(value, expected)
    ? undefined
    : `yields ${printMessageValue(value)} instead of ${printMessageValue(expected)}`;
}

function isNaNValue(value: unknown): boolean {
  return value instanceof CelDouble && Number.isNaN(value.value);
}
