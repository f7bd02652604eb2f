import { RE2JS } from "re2js";

/** Compiles a pattern of Go's syntax. Throws for an invalid one; {@link explainPattern} has Go's message. */
export function compileGoPattern(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (fault) {
    if (!messageOf(fault).includes("duplicate capture group name")) {
      throw fault;
    }
    // Go accepts repeated group names. They are dropped, because groups are never looked up by name here.
    return RE2JS.compile(dropGroupNames(source));
  }
}

/** Go's message for an invalid pattern. */
export function explainPattern(fault: unknown): string {
  const message = messageOf(fault);
  // Go's message has the offending part after a colon even if it is empty.
  return message.endsWith("trailing backslash at end of expression") ? `${message}: \`\`` : message;
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

/** Parts that are copied unchanged: quoted texts, escaped characters, character classes. */
const LITERAL = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]/s;
const NAMED_GROUP = /\(\?P?<\w+>/;

function dropGroupNames(source: string): string {
  return source.replace(new RegExp(`${LITERAL.source}|${NAMED_GROUP.source}`, "gs"), (part) =>
    part.startsWith("(?") ? "(" : part,
  );
}
