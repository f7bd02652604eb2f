import { Composer, type CST, type Document, Lexer, type ParsedNode, Parser } from "yaml";
import { explainYamlFault } from "./explain-yaml-fault.ts";
import { yamlErrorAt } from "./yaml-syntax-error.ts";

/**
 * Nesting of YAML collections in the text. The library composes nodes by recursion, and V8 may end the whole process,
 * rather than throw, where the stack runs out inside a regular expression: about 800 levels would do that.
 */
export const maxYamlDepth = 300;

export type YamlDocument = Document.Parsed<ParsedNode, true>;

/** All scalars stay text: what they mean is Kubernetes' business, not the library's. */
const COMPOSER_OPTIONS = {
  schema: "failsafe",
  version: "1.1",
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Yields each document as soon as the next one starts, so that taking only the first reads no more than that. */
export function* composeYaml(text: string): Generator<YamlDocument, void, undefined> {
  const forbidden = FORBIDDEN.exec(text);
  if (forbidden !== null) {
    throw yamlErrorAt(text, forbidden.index, "yaml: control characters are not allowed");
  }
  for (const document of new Composer(COMPOSER_OPTIONS).compose(parseTokens(text), true, text.length)) {
    const [fault] = document.errors;
    if (fault !== undefined) {
      throw explainYamlFault(text, fault);
    }
    const { explicit, version } = document.directives.yaml;
    if (explicit === true && version !== "1.1") {
      throw yamlErrorAt(text, document.range[0], "yaml: found incompatible YAML document");
    }
    yield document as YamlDocument;
  }
}

/** As the library's own Parser.parse(), with a bound on the depth. */
function* parseTokens(text: string): Generator<CST.Token, void, undefined> {
  const parser = new Parser();
  for (const source of new Lexer().lex(text)) {
    for (const token of parser.next(source)) {
      // The library would go on and make an error, with its stack, of each token that follows.
      if (token.type === "error") {
        throw explainYamlFault(text, {
          code: "UNEXPECTED_TOKEN",
          pos: [token.offset, token.offset],
          message: token.message,
        });
      }
      yield token;
    }
    if (parser.stack.length > maxYamlDepth) {
      throw yamlErrorAt(text, parser.offset, "yaml: exceeded max depth", "depth");
    }
  }
  yield* parser.end();
}
