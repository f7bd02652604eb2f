import { encodeUtf8 } from "../text/text-bytes.ts";
import type { JsonValue } from "../value/json-value.ts";
import { decodeYamlText } from "./decode-yaml-text.ts";
import { readYaml } from "./read-yaml.ts";

/** Keys of maps and indices of lists, from the top of a document. */
export type YamlPath = readonly (string | number)[];

/** Counting from 1. */
export interface YamlPlace {
  readonly line: number;
  readonly column: number;
}

/** Returns the position of the document, then that of each step of the path, as far as it exists. */
export type LocateYaml = (path: YamlPath) => readonly YamlPlace[];

/** Finds positions in one document of a text that was decoded before. The text is parsed again at the first call. */
export function createYamlLocator(text: string, documentLine: number): LocateYaml {
  let locate: LocateYaml | undefined;
  return (path) => {
    locate ??= openDocument(text, documentLine);
    return locate(path);
  };
}

function openDocument(source: string, documentLine: number): LocateYaml {
  const text = decodeYamlText(encodeUtf8(source));
  for (const { line, at, value, offsets } of readYaml(text, { keepsOffsets: true })) {
    if (line === documentLine && offsets !== undefined) {
      const toPlace = createPlaces(text);
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
  return () => [{ line: documentLine, column: 1 }];
}

/** Finds a line by binary search in the list of line starts. */
function createPlaces(text: string): (offset: number) => YamlPlace {
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
    return { line: low + 1, column: offset - (starts[low] as number) + 1 };
  };
}
