import { JsonSyntaxError, type JsonSyntaxFault } from "./json-syntax-error.ts";
import { encodeUtf8 } from "./text-bytes.ts";

/** A YAML text that cannot be read; kin of JsonSyntaxError, so that one catch serves both. */
export class YamlSyntaxError extends JsonSyntaxError {
  override readonly name: string = "YamlSyntaxError";
}

/** `at` counts UTF-16 units, as the parser of YAML does. */
export function yamlErrorAt(
  text: string,
  at: number,
  message: string,
  fault: JsonSyntaxFault = "syntax",
): YamlSyntaxError {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf("\n") + 1;
  return new YamlSyntaxError(message, fault, {
    offset: encodeUtf8(before).length,
    line: countLineBreaks(before) + 1,
    column: [...before.slice(lineStart)].length + 1,
  });
}

export function countLineBreaks(text: string): number {
  let count = 0;
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) {
    count++;
  }
  return count;
}
