import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";
import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

/** A case from the conformance data of the CEL project. */
export interface SpecCase {
  /** File, section and name, such as `macros/exists/list_empty`. */
  readonly path: string;
  readonly file: string;
  readonly section: string;
  readonly expression: string;
  readonly container: string;
  readonly typeEnvironment: readonly JsonObject[];
  readonly bindings: JsonObject;
  /** Expected result, `true` by default; undefined if the expression must fail. */
  readonly expected: JsonValue | undefined;
  readonly mustFail: boolean;
  /** Whether to run without a type check. */
  readonly isUnchecked: boolean;
  /** Whether the expression only has to compile. */
  readonly isCheckOnly: boolean;
  /** Expected type, if the case has one. */
  readonly type: JsonValue | undefined;
}

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: JsonObject & { readonly name?: string; readonly expr: string } }[];
}

/** All cases, in the order of the files. */
export function readSpecCases(): SpecCase[] {
  const root: Suite = tests as unknown as Suite;
  return (root.suites ?? []).flatMap((file) =>
    (file.suites ?? []).flatMap((section) =>
      (section.tests ?? []).map(({ original }) => toCase(file.name, section.name, original)),
    ),
  );
}

function toCase(file: string, section: string, original: JsonObject & { readonly expr: string }): SpecCase {
  const typed = isJsonObject(original.typedResult) ? original.typedResult : undefined;
  const mustFail = original.evalError !== undefined || original.anyEvalErrors !== undefined;
  const expected = typed === undefined ? original.value : typed.result;
  return {
    path: `${file}/${section}/${String(original.name ?? original.expr)}`,
    file,
    section,
    expression: original.expr,
    container: typeof original.container === "string" ? original.container : "",
    typeEnvironment: Array.isArray(original.typeEnv) ? original.typeEnv.filter(isJsonObject) : [],
    bindings: isJsonObject(original.bindings) ? original.bindings : {},
    expected: mustFail ? undefined : (expected ?? { boolValue: true }),
    mustFail,
    isUnchecked: original.disableCheck === true,
    isCheckOnly: original.checkOnly === true,
    type: typed?.deducedType,
  };
}
