import { appendAll } from "@kiln/api";
import type { Directive, ImportDeclaration, Statement, StringLiteral } from "oxc-parser";
import type { SourcePosition } from "../source-position.ts";
import { SourceSyntaxError } from "../source-syntax-error.ts";
import { convertTsEnum, convertTsInterface, convertTsType, parameterNames, type TsSource } from "./convert-ts-type.ts";
import { createTsComments } from "./ts-comments.ts";
import type { TsDeclaration, TsFile, TsImport } from "./ts-file.ts";

/**
 * Parses the types that a file declares, those in namespaces included; other code is skipped. Throws SourceSyntaxError.
 */
export type ParseTs = (source: string, path: string) => TsFile;

/** Loads the parser, which is a native module. Throws an Error with the package to install. */
export async function loadParseTs(): Promise<ParseTs> {
  const { parseSync } = await importParser();
  return (source, path) => {
    if (nestingOf(source) > MAX_NESTING) {
      throw new SourceSyntaxError("brackets are nested too deeply", { file: path, line: 1, column: 1 });
    }
    const { program, comments, errors } = parseSync(path, source);
    const located = createTsComments(source, path, comments);
    const [error] = errors;
    if (error !== undefined) {
      throw new SourceSyntaxError(error.message, located.positionOf(error.labels[0]?.start ?? 0));
    }
    return { path, ...readStatements(program.body, located), comments: located.all };
  };
}

/** Maximum nesting: the parser is native code that recurses, and a stack overflow would end the process. */
const MAX_NESTING = 1000;

/** Brackets in strings count as well; real sources stay far below the bound. */
function nestingOf(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < source.length; i++) {
    const char = source.charCodeAt(i);
    if (char === 0x7b || char === 0x5b || char === 0x28) {
      depth++;
      deepest = Math.max(deepest, depth);
    } else if ((char === 0x7d || char === 0x5d || char === 0x29) && depth > 0) {
      depth--;
    }
  }
  return deepest;
}

async function importParser(): Promise<typeof import("oxc-parser")> {
  try {
    return await import("oxc-parser");
  } catch (error) {
    const cause = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    throw new Error(`TypeScript sources need oxc-parser, which cannot be loaded; npm install oxc-parser: ${cause}`, {
      cause: error,
    });
  }
}

interface Found {
  readonly declarations: TsDeclaration[];
  readonly imports: TsImport[];
}

function readStatements(body: readonly (Statement | Directive)[], source: TsSource): Found {
  const found: Found = { declarations: [], imports: [] };
  for (const statement of body) {
    readStatement(statement, { source, found, start: statement.start });
  }
  return found;
}

interface Reading {
  readonly source: TsSource;
  readonly found: Found;
  /** Start of the statement, at its `export`: comments come before that. */
  readonly start: number;
}

/** Adds the types of a statement to the findings. */
function readStatement(statement: Statement | Directive, reading: Reading): void {
  const { found, source, start } = reading;
  switch (statement.type) {
    case "TSInterfaceDeclaration":
      declare(reading, statement.id, convertTsInterface(statement, source), parameterNames(statement));
      break;
    case "TSTypeAliasDeclaration":
      declare(reading, statement.id, convertTsType(statement.typeAnnotation, source), parameterNames(statement));
      break;
    case "TSEnumDeclaration":
      declare(reading, statement.id, convertTsEnum(statement), []);
      break;
    case "TSModuleDeclaration": {
      const inner = statement.body === null ? [] : statement.body.body;
      const { declarations, imports } = readStatements(inner, source);
      appendAll(found.declarations, declarations);
      appendAll(found.imports, imports);
      break;
    }
    case "ExportNamedDeclaration":
      if (statement.declaration !== null) {
        readStatement(statement.declaration, { source, found, start });
      } else if (statement.source !== null) {
        const names = statement.specifiers.map(({ local, exported }) => [nameOf(exported), nameOf(local)] as const);
        found.imports.push({ names: new Map(names), from: statement.source.value });
      }
      break;
    case "ExportDefaultDeclaration":
      if (statement.declaration.type === "TSInterfaceDeclaration") {
        readStatement(statement.declaration, { source, found, start });
      }
      break;
    case "ExportAllDeclaration":
      found.imports.push({ names: new Map(), from: statement.source.value, isAll: true });
      break;
    case "ImportDeclaration":
      found.imports.push(toImport(statement));
      break;
    default:
  }
}

function declare(
  { found, source, start }: Reading,
  id: { readonly name: string; readonly start: number },
  type: TsDeclaration["type"],
  parameters: readonly string[],
): void {
  const position: SourcePosition = source.positionOf(id.start);
  found.declarations.push({ name: id.name, parameters, type, comment: source.before(start), position });
}

/** Imported names. An import of a whole module brings no type names. */
function toImport({ specifiers, source }: ImportDeclaration): TsImport {
  const names = specifiers.flatMap((each) =>
    each.type === "ImportSpecifier" ? [[each.local.name, nameOf(each.imported)] as const] : [],
  );
  return { names: new Map(names), from: source.value };
}

function nameOf(name: { readonly type: "Identifier"; readonly name: string } | StringLiteral): string {
  return name.type === "Identifier" ? name.name : name.value;
}
