import { asTextEntries, encodeUtf8, type KubeObject } from "@kiln/api";
import type { VolumeFile } from "./payload.ts";

/** One key of an object, and the file that it becomes. */
export interface KeyToPath {
  readonly key: string;
  /** Path of the file in the volume; it may contain folders. */
  readonly path: string;
  readonly mode?: number;
}

/** Keys to publish with their paths; undefined publishes every key under its own name. */
export type ItemSelection = readonly KeyToPath[] | undefined;

export interface ObjectFilesOptions {
  readonly items: ItemSelection;
  readonly defaultMode: number;
  /** Whether missing keys are left out instead of being an error. */
  readonly isOptional: boolean;
}

export interface FilesOrError {
  readonly files: ReadonlyMap<string, VolumeFile>;
  readonly error?: string;
}

/** Files of a ConfigMap or Secret. Fails with the first missing key. */
export function objectFiles(object: KubeObject, { items, defaultMode, isOptional }: ObjectFilesOptions): FilesOrError {
  const content = contentOf(object);
  const files = new Map<string, VolumeFile>();
  const wanted = items ?? [...content.keys()].map((key): KeyToPath => ({ key, path: key }));
  for (const { key, path, mode = defaultMode } of wanted) {
    const read = content.get(key);
    if (read !== undefined) {
      files.set(path, { bytes: read(), mode });
    } else if (!isOptional) {
      const what = object.kind === "Secret" ? "secret key" : "config key";
      const who = object.kind === "Secret" ? "" : "configmap ";
      return { files: new Map(), error: `${who}references non-existent ${what}: ${key}` };
    }
  }
  return { files };
}

/** Content of each key, decoded only when it is used. */
function contentOf(object: KubeObject): ReadonlyMap<string, () => Uint8Array> {
  const fromBase64 = (text: string) => () => new Uint8Array(Buffer.from(text, "base64"));
  const fromText = (text: string) => () => encodeUtf8(text);
  const decode = object.kind === "Secret" ? fromBase64 : fromText;
  return new Map([
    ...asTextEntries(object.data).map(([key, text]): [string, () => Uint8Array] => [key, decode(text)]),
    ...asTextEntries(object.binaryData).map(([key, text]): [string, () => Uint8Array] => [key, fromBase64(text)]),
  ]);
}
