import { type FieldError, printFieldErrorBody } from "@kiln/api";
import { createYamlLocator } from "@kiln/api/yaml";
import type { Diagnostic } from "@kiln/page";
import type { ValuePath } from "../schema/edit-value.ts";

/** Field errors as editor diagnostics, at the fields' positions in the text. */
export function toDiagnostics(text: string, errors: readonly FieldError[]): readonly Diagnostic[] {
  const locate = createYamlLocator(text, 1);
  const lines = text.split("\n");
  const starts = [0];
  for (const line of lines) {
    starts.push((starts.at(-1) as number) + line.length + 1);
  }
  return errors.map((error) => {
    const { line, column } = locate(parsePrintedPath(error.field)).at(-1) ?? { line: 1, column: 1 };
    const from = Math.min((starts[line - 1] ?? 0) + column - 1, text.length);
    const to = Math.max(from, Math.min((starts[line] ?? text.length) - 1, text.length));
    return { from, to, severity: "error", message: `${error.field}: ${printFieldErrorBody(error)}` };
  });
}

/** Path of a printed field such as `spec.users[0].name` or `spec.labels[a.b]`; empty for `<nil>`, the whole object. */
export function parsePrintedPath(printed: string): ValuePath {
  if (printed.startsWith("<")) {
    return [];
  }
  return [...printed.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)].map(([, key, name]) => {
    const isIndex = key !== undefined && /^\d+$/.test(key);
    return isIndex ? Number(key) : (key ?? name ?? "");
  });
}
