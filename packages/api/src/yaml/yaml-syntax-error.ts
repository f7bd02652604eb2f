import { JsonSyntaxError, type JsonSyntaxFault } from "../json/json-syntax-error.ts";
import { encodeUtf8 } from "../text/text-bytes.ts";

/** Error of a YAML text that cannot be decoded. A subclass of JsonSyntaxError, so that one catch handles both. */
export class YamlSyntaxError extends JsonSyntaxError {
  override readonly name: string = "YamlSyntaxError";
}

/** Error at the offset `at`, in UTF-16 units. */
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
    line: countLineBreaks(text, at) + 1,
    column: [...before.slice(lineStart)].length + 1,
  });
}

/** Number of line ends in `text` from `from` to before `to`. */
export function countLineBreaks(text: string, to: number, from = 0): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) {
    count++;
  }
  return count;
}
