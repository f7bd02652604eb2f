import type { GoComment } from "./go-comment.ts";
import { type Marker, parseMarker } from "./marker.ts";

/** Markers and description in a comment. */
export interface Remarks {
  readonly markers: readonly Marker[];
  readonly description: string;
}

/** controller-gen: text after `---` and lines that begin with TODO are left out of descriptions. */
export function readComments(comments: readonly GoComment[]): Remarks {
  const markers: Marker[] = [];
  const lines: string[] = [];
  for (const { text, position, isFar = false } of comments) {
    const marker = parseMarker(text, position);
    if (marker !== undefined) {
      markers.push(marker);
    } else if (!isFar) {
      lines.push(text.replace(/^ /, "").trimEnd());
    }
  }
  return { markers, description: toDescription(lines) };
}

function toDescription(lines: readonly string[]): string {
  const kept: string[] = [];
  let isInCode = false;
  for (const line of lines) {
    isInCode = /^(?:```|~~~)/.test(line) ? !isInCode : isInCode;
    if (!isInCode && line.startsWith("---")) {
      break;
    }
    if (isInCode || !line.startsWith("TODO")) {
      kept.push(line);
    }
  }
  return kept.join("\n").trim();
}
