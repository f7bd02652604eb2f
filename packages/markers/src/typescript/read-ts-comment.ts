import { type Marker, parseMarker } from "../marker/marker.ts";
import type { Remarks } from "../marker/read-comments.ts";
import type { TsComment } from "./ts-file.ts";

/** Tags of JSDoc are markers: `@name`, `@name value` and `@name=value`; so are lines that begin with a plus. */
export function readTsComment(comment: TsComment | undefined): Remarks {
  const markers: Marker[] = [];
  const text: string[] = [];
  for (const [index, line] of (comment?.lines ?? []).entries()) {
    const position = { ...(comment as TsComment).position, line: (comment as TsComment).position.line + index };
    const marker = parseMarker(tagToMarker(line), position);
    if (marker === undefined) {
      text.push(line);
    } else {
      markers.push(marker);
    }
  }
  return { markers, description: text.join("\n").trim() };
}

function tagToMarker(line: string): string {
  const [, name, separator, value] = /^\s*@([A-Za-z][\w:-]*)([=\s(]?)([\s\S]*)$/.exec(line) ?? [];
  if (name === undefined) {
    return line;
  }
  if (value === undefined || value === "") {
    return `+${name}`;
  }
  return separator === "(" ? `+${name}(${value}` : `+${name}=${value}`;
}
