import { type CheckerEnvironment, check } from "./check/checker.ts";
import { mergeFunctions, type TypeProvider, type VariableDeclaration } from "./check/declaration.ts";
import { type Regexes, validateLiterals } from "./check/validate-literals.ts";
import { createProgram, type Program } from "./evaluate/program.ts";
import { kubernetesLibraries } from "./library/index.ts";
import { isAvailable, type Library } from "./library/library.ts";
import { type Issue, type LocatedIssue, printIssues, sortIssues } from "./parse/issues.ts";
import { type Macro, macroKey } from "./parse/macro.ts";
import { type ParsedExpression, parse } from "./parse/parser.ts";
import type { ParserOptions } from "./parse/parser-state.ts";
import { createSource, type Source } from "./parse/source.ts";
import type { CelType } from "./values/type.ts";
import { CelError } from "./values/value.ts";

export interface EnvironmentOptions {
  /** Libraries of functions and types; Kubernetes' libraries if missing. */
  readonly libraries?: readonly Library[];
  /** Types of the variables that an expression may use, by name. */
  readonly variables?: Readonly<Record<string, CelType>>;
  /** Provider of the object types. */
  readonly types?: TypeProvider;
  /** Namespace in which names are looked up first: in `a.b`, `x` may be `a.b.x`. */
  readonly container?: string;
  /** Kubernetes version that selects the libraries; the newest if missing. */
  readonly version?: string;
}

/** Error of compiling an expression. */
export interface CompileFault {
  /** Kind of the error; `program` means that evaluating a constant part always fails. */
  readonly kind: "syntax" | "type" | "program";
  /** Error text in cel-go's format: each issue with its line and a caret. */
  readonly text: string;
  readonly issues: readonly LocatedIssue[];
}

export type Compiled =
  | { readonly program: Program; readonly fault: undefined }
  | { readonly program: undefined; readonly fault: CompileFault };

/** Declarations of expressions: variables, functions and types. Compiling does not change it. */
export interface Environment {
  /** Compiles an expression. Never throws, whatever the text. */
  compile(expression: string): Compiled;
  /** Returns the same environment with more variables and libraries, or with other types. */
  extend(options: Omit<EnvironmentOptions, "version">): Environment;
}

const newestVersion = "1.36";
const noTypes: TypeProvider = { hasType: () => false, findField: () => undefined };

export function createEnvironment(options: EnvironmentOptions = {}): Environment {
  const version = options.version ?? newestVersion;
  const libraries = (options.libraries ?? kubernetesLibraries).filter((library) => isAvailable(library, version));
  const parser = extendParser({ macros: new Map(), allowsOptionals: false, allowsBackquotes: false }, libraries);
  const base: CheckerEnvironment = { container: "", types: noTypes, functions: new Map(), variables: new Map() };
  return assemble(parser, extendChecker(base, { ...options, libraries }));
}

function extendParser(base: ParserOptions, libraries: readonly Library[]): ParserOptions {
  if (libraries.length === 0) {
    return base;
  }
  const macros = libraries.flatMap((library) => library.macros ?? []);
  return {
    ...base,
    macros: new Map([...base.macros, ...macros.map((macro): [string, Macro] => [macroKey(macro), macro])]),
    allowsOptionals: base.allowsOptionals || libraries.some((library) => library.hasOptionalSyntax === true),
  };
}

function extendChecker(
  base: CheckerEnvironment,
  { variables = {}, types = base.types, container = base.container, libraries = [] }: EnvironmentOptions,
): CheckerEnvironment {
  const declared = libraries.flatMap((library) => library.variables ?? []);
  const added = Object.entries(variables).map(([name, type]): VariableDeclaration => ({ name, type }));
  const named = [...declared, ...added].map((variable): [string, VariableDeclaration] => [variable.name, variable]);
  const functions = libraries.flatMap((library) => library.functions);
  return {
    types,
    container,
    variables: named.length === 0 ? base.variables : new Map([...base.variables, ...named]),
    functions: functions.length === 0 ? base.functions : mergeFunctions([...base.functions.values(), ...functions]),
  };
}

function assemble(parser: ParserOptions, checker: CheckerEnvironment): Environment {
  return {
    compile: (expression) => compile(createSource(expression), parser, checker),
    extend: (options) => assemble(extendParser(parser, options.libraries ?? []), extendChecker(checker, options)),
  };
}

function compile(source: Source, parser: ParserOptions, checker: CheckerEnvironment): Compiled {
  const parsed: ParsedExpression = parse(source, parser);
  if (parsed.expression === undefined) {
    return failed(source, "syntax", parsed.issues);
  }
  const { checked, issues } = check(parsed.expression, checker);
  const regexes: Regexes = new Map();
  const all = issues.length > 0 ? issues : validateLiterals(checked, { functions: checker.functions, regexes });
  if (all.length > 0) {
    return failed(source, "type", all);
  }
  const program = createProgram(checked, { ...checker, regexes });
  return program instanceof CelError
    ? { program: undefined, fault: { kind: "program", text: program.message, issues: [] } }
    : { program, fault: undefined };
}

function failed(source: Source, kind: CompileFault["kind"], issues: readonly Issue[]): Compiled {
  return { program: undefined, fault: { kind, text: printIssues(source, issues), issues: sortIssues(source, issues) } };
}
