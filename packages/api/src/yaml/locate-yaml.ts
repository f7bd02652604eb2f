import { encodeUtf8 } from "../text/text-bytes.ts";
import type { JsonValue } from "../value/json-value.ts";
import { decodeYamlText } from "./decode-yaml-text.ts";
import { readYaml, type YamlDocument } from "./read-yaml.ts";

/** Path in a document: keys of maps and indices of lists. */
export type YamlPath = readonly (string | number)[];

/** Line and column of a position, both from 1. */
export interface YamlPlace {
  readonly line: number;
  readonly column: number;
}

/** Returns the position of the document, then that of each step of the path, as far as it exists. */
export type LocateYaml = (path: YamlPath) => readonly YamlPlace[];

/** Creates a locator for one document of a text that was decoded before. It parses the text again on first use. */
export function createYamlLocator(text: string, documentLine: number): LocateYaml {
  return openOnce(() => openDocument(decodeYamlText(encodeUtf8(text)), documentLine, 0));
}

/** Finds positions in a document of decoded text, of which only its own part is parsed again, at the first call. */
export function locateDocument(
  text: string,
  { start, at, end, line }: Pick<YamlDocument, "start" | "at" | "end" | "line">,
): LocateYaml {
  return openOnce(() => {
    const from = text.lastIndexOf("\n", start) + 1;
    const documentLine = text.slice(from, at).split("\n").length;
    return openDocument(text.slice(from, end), documentLine, line - documentLine);
  });
}

function openOnce(open: () => LocateYaml): LocateYaml {
  let locate: LocateYaml | undefined;
  return (path) => {
    locate ??= open();
    return locate(path);
  };
}

/** `linesBefore` are those of the text in front of the given part of it. */
function openDocument(text: string, documentLine: number, linesBefore: number): LocateYaml {
  for (const { line, at, value, offsets } of readYaml(text, { keepsOffsets: true })) {
    if (line === documentLine && offsets !== undefined) {
      const toPlace = createPlaces(text, linesBefore);
      return (path) => {
        const places = [toPlace(at)];
        let collection: JsonValue | undefined = value;
        for (const step of path) {
          const offset: number | undefined = offsets.get(collection as object)?.get(step);
          if (offset === undefined) {
            break;
          }
          places.push(toPlace(offset));
          collection = (collection as Record<string | number, JsonValue>)[step];
        }
        return places;
      };
    }
  }
  return () => [{ line: documentLine + linesBefore, column: 1 }];
}

/** Creates a function from offsets to positions, by binary search in the list of line starts. */
function createPlaces(text: string, linesBefore: number): (offset: number) => YamlPlace {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return (offset) => {
    let low = 0;
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return { line: linesBefore + low + 1, column: offset - (starts[low] as number) + 1 };
  };
}
