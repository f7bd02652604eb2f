import { RE2JS } from "re2js";

/** Compiles a pattern of Go's language. Throws where it is none; {@link explainPattern} has the words. */
export function compileGoPattern(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (fault) {
    if (!messageOf(fault).includes("duplicate capture group name")) {
      throw fault;
    }
    // Go takes them, and nobody here asks for a group by its name.
    return RE2JS.compile(dropGroupNames(source));
  }
}

/** Why a pattern is none, in Go's words. */
export function explainPattern(fault: unknown): string {
  const message = messageOf(fault);
  // Go names the offending part after a colon even where it is empty.
  return message.endsWith("trailing backslash at end of expression") ? `${message}: \`\`` : message;
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

/** What is taken as it is: quoted texts, escaped characters, classes with all that is escaped or named in them. */
const LITERAL = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]/s;
const NAMED_GROUP = /\(\?P?<\w+>/;

function dropGroupNames(source: string): string {
  return source.replace(new RegExp(`${LITERAL.source}|${NAMED_GROUP.source}`, "gs"), (part) =>
    part.startsWith("(?") ? "(" : part,
  );
}
