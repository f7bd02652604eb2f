import { fetchUrl } from "./fetch-url.ts";
import type { UrlRules } from "./projector-config.ts";

/** A key whose content is a URL. */
export interface WantedUrl {
  /** Identifies this key of this object. */
  readonly key: string;
  /** Version of the object: another one is fetched anew. */
  readonly version: string;
  readonly url: string;
}

/** Content and error of a URL: both if it failed now, but not the last time. */
export interface UrlContent {
  readonly bytes?: Uint8Array;
  readonly error?: Error;
}

/** Contents of the URLs in keys. */
export interface UrlContents {
  /** Undefined if this version was not fetched yet. */
  contentOf(wanted: WantedUrl): UrlContent | undefined;
  fetch(wanted: readonly WantedUrl[]): Promise<void>;
  /** Drops failures, so that they are retried, and keys that no longer exist. */
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
