import { createComments, type FileComments } from "./file-comments.ts";
import type { GoConstant, GoFile, GoImport, GoTypeDeclaration } from "./go-file.ts";
import { createGoReader, type GoReader } from "./go-reader.ts";
import { parseType, parseTypeParameters } from "./parse-type.ts";
import { tokenizeGo } from "./tokenize-go.ts";

interface Declarations {
  readonly imports: GoImport[];
  readonly types: GoTypeDeclaration[];
  readonly constants: GoConstant[];
  readonly methods: Map<string, string[]>;
}

interface Parse {
  readonly reader: GoReader;
  readonly comments: FileComments;
  readonly found: Declarations;
}

/** Parses the declarations of a file; the bodies of functions are skipped. Throws SourceSyntaxError. */
export function parseGo(source: string, path: string): GoFile {
  const { tokens, comments } = tokenizeGo(source, path);
  const reader = createGoReader(tokens);
  reader.skipNewlines();
  reader.expect("package");
  const packageName = reader.expectName();
  const found: Declarations = { imports: [], types: [], constants: [], methods: new Map() };
  const parse: Parse = { reader, comments: createComments(comments, tokens), found };
  for (reader.skipNewlines(); !reader.isAtEnd(); reader.skipNewlines()) {
    parseDeclaration(parse);
  }
  return { path, packageName, comments, ...found };
}

const DECLARATIONS: Readonly<Record<string, (parse: Parse) => void>> = {
  import: (parse) => parseGroup(parse, parseImport),
  type: (parse) => parseGroup(parse, parseTypeDeclaration),
  const: (parse) => parseGroup(parse, parseConstant),
  func: parseFunction,
};

function parseDeclaration(parse: Parse): void {
  const word = parse.reader.next().text;
  const parseRest = Object.hasOwn(DECLARATIONS, word) ? DECLARATIONS[word] : undefined;
  if (parseRest === undefined) {
    parse.reader.skipStatement();
  } else {
    parseRest(parse);
  }
}

/** Parses `word X` or `word ( X; Y )`. */
function parseGroup(parse: Parse, parseOne: (parse: Parse) => void): void {
  const { reader } = parse;
  if (!reader.take("(")) {
    parseOne(parse);
    return;
  }
  for (reader.skipNewlines(); !reader.take(")"); reader.skipNewlines()) {
    parseOne(parse);
  }
}

function parseImport({ reader, found }: Parse): void {
  const name = reader.peek().kind === "string" ? undefined : reader.next().text;
  const path = reader.next().text;
  found.imports.push({ path, ...(name === undefined ? {} : { name }) });
}

function parseTypeDeclaration({ reader, comments, found }: Parse): void {
  const { position } = reader.peek();
  const name = reader.expectName();
  const parameters = parseTypeParameters(reader);
  const isAlias = reader.take("=");
  const above = comments.above(position.line);
  found.types.push({ name, parameters, isAlias, type: parseType(reader, comments), comments: above, position });
}

/** A constant without a value repeats the previous expression. Only numbers do this in practice, so it is left out. */
function parseConstant({ reader, comments, found }: Parse): void {
  const { position } = reader.peek();
  const name = reader.expectName();
  const type = reader.peek().kind === "name" ? reader.next().text : undefined;
  if (reader.take("=")) {
    const value = constantValue(reader);
    if (value !== undefined) {
      found.constants.push({ name, type, value, comments: comments.above(position.line), position });
    }
  }
  reader.skipStatement();
}

function constantValue(reader: GoReader): string | number | undefined {
  const { kind, text } = reader.peek();
  if (kind === "string") {
    return text;
  }
  const value = Number(text.replaceAll("_", ""));
  return kind === "number" && !Number.isNaN(value) ? value : undefined;
}

function parseFunction({ reader, found }: Parse): void {
  if (reader.peek().text === "(") {
    const receiver = reader.skipBrackets().filter(({ kind }) => kind === "name");
    const method = reader.peek().kind === "name" ? reader.next().text : "";
    const type = receiver.at(-1)?.text ?? "";
    found.methods.set(type, [...(found.methods.get(type) ?? []), method]);
  }
  reader.skipStatement();
}
