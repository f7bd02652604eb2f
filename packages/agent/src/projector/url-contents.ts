import { fetchUrl } from "./fetch-url.ts";
import type { UrlRules } from "./projector-config.ts";

/** A key of an object whose value is a URL. */
export interface WantedUrl {
  /** Identity of the key: uid of the object, and the key. */
  readonly key: string;
  /** resourceVersion of the object: the URL is fetched again for another version. */
  readonly version: string;
  readonly url: string;
}

/** Content and error of a URL. Both are set if an earlier fetch succeeded and the last one failed. */
export interface UrlContent {
  readonly bytes?: Uint8Array;
  readonly error?: Error;
}

/** Cache of the content of URLs. */
export interface UrlContents {
  /** Content of a URL; undefined if it was not fetched for this version. */
  contentOf(wanted: WantedUrl): UrlContent | undefined;
  fetch(wanted: readonly WantedUrl[]): Promise<void>;
  /** Drops failures, so that they are retried, and contents of keys that no longer exist. */
  forget(isUsed: (key: string) => boolean): void;
}

export function createUrlContents(rules: UrlRules | undefined): UrlContents {
  const contents = new Map<string, UrlContent & { readonly version: string }>();
  return {
    contentOf({ key, version }) {
      const known = contents.get(key);
      return known?.version === version ? known : undefined;
    },
    async fetch(wanted) {
      for (const { key, version, url } of rules === undefined ? [] : wanted) {
        const last = contents.get(key);
        try {
          contents.set(key, { version, bytes: await fetchUrl(url, rules as UrlRules) });
        } catch (error) {
          const old = last?.bytes === undefined ? {} : { bytes: last.bytes };
          contents.set(key, { version, ...old, error: error as Error });
        }
      }
    },
    forget(isUsed) {
      for (const [key, { error, bytes }] of contents) {
        if (!isUsed(key)) {
          contents.delete(key);
        } else if (error !== undefined) {
          contents.set(key, { version: "", ...(bytes === undefined ? {} : { bytes }) });
        }
      }
    },
  };
}
