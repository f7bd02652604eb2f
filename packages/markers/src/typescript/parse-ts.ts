import { appendAll } from "@kiln/api";
import { parseTsType } from "./parse-ts-type.ts";
import { tokenizeTs } from "./tokenize-ts.ts";
import type { TsDeclaration, TsFile, TsImport, TsType } from "./ts-file.ts";
import { createTsReader, type TsReader } from "./ts-reader.ts";

/** Reads the types that a file declares; code is skipped. Throws SourceSyntaxError. */
export function parseTs(source: string, path: string): TsFile {
  const { tokens, comments } = tokenizeTs(source, path);
  const reader = createTsReader(tokens);
  const declarations: TsDeclaration[] = [];
  const imports: TsImport[] = [];
  while (!reader.isAtEnd()) {
    const { comment } = reader.peek();
    while (["export", "declare", "default"].includes(reader.peek().text)) {
      reader.next();
    }
    const word = reader.peek().kind === "name" ? reader.peek().text : "";
    const parse = Object.hasOwn(DECLARATIONS, word) ? DECLARATIONS[word] : undefined;
    if (word === "import") {
      appendAll(imports, parseImport(reader));
    } else if (parse !== undefined && reader.peek(1).kind === "name") {
      declarations.push({ ...parse(reader), comment });
    } else {
      reader.skipStatement();
    }
  }
  return { path, declarations, imports, comments };
}

type Parsed = Omit<TsDeclaration, "comment">;

const DECLARATIONS: Readonly<Record<string, (reader: TsReader) => Parsed>> = {
  interface: parseInterface,
  type: parseAlias,
  enum: parseEnum,
};

function parseInterface(reader: TsReader): Parsed {
  reader.next();
  const { position } = reader.peek();
  const name = reader.expectName();
  const parameters = parseParameters(reader);
  const bases: TsType[] = [];
  if (reader.take("extends")) {
    do {
      bases.push(parseTsType(reader));
    } while (reader.take(","));
  }
  const body = parseTsType(reader);
  return {
    name,
    parameters,
    type: bases.length === 0 ? body : { kind: "intersection", of: [...bases, body] },
    position,
  };
}

function parseAlias(reader: TsReader): Parsed {
  reader.next();
  const { position } = reader.peek();
  const name = reader.expectName();
  const parameters = parseParameters(reader);
  reader.expect("=");
  const type = parseTsType(reader);
  reader.take(";");
  return { name, parameters, type, position };
}

/** The union of its values: `enum A { X = "x" }` is the same as `"x"`. */
function parseEnum(reader: TsReader): Parsed {
  reader.next();
  const { position } = reader.peek();
  const name = reader.expectName();
  const values: TsType[] = [];
  let next = 0;
  reader.expect("{");
  while (!reader.take("}")) {
    reader.next();
    const given = reader.take("=") ? reader.next() : undefined;
    const value = given?.kind === "string" ? given.text : given === undefined ? next : Number(given.text);
    next = typeof value === "number" ? value + 1 : next;
    values.push({ kind: "literal", value });
    reader.take(",");
  }
  return { name, parameters: [], type: { kind: "union", of: values }, position };
}

/** `<T extends X = Y>`: only the names count. */
function parseParameters(reader: TsReader): string[] {
  const names: string[] = [];
  if (reader.peek().text !== "<") {
    return names;
  }
  let depth = 0;
  do {
    const { kind, text } = reader.next();
    depth += text === "<" ? 1 : text === ">" ? -1 : 0;
    const isName = kind === "name" && depth === 1 && ["<", ","].includes(reader.peek(-2).text);
    appendAll(names, isName ? [text] : []);
  } while (depth > 0 && !reader.isAtEnd());
  return names;
}

/** `import type { A, B as C } from "./file.ts"`; other imports bring no types by name. */
function parseImport(reader: TsReader): TsImport[] {
  reader.next();
  reader.take("type");
  const names = new Map<string, string>();
  if (reader.take("{")) {
    while (!reader.take("}")) {
      reader.take("type");
      const there = reader.expectName();
      names.set(reader.take("as") ? reader.expectName() : there, there);
      reader.take(",");
    }
  } else {
    reader.skipUntil("from");
  }
  const isFrom = reader.take("from");
  const from = isFrom && reader.peek().kind === "string" ? reader.next().text : "";
  reader.take(";");
  return from === "" ? [] : [{ names, from }];
}
