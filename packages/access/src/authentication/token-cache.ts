/** Maximum number of verified tokens that an authenticator caches. */
export const maxRememberedTokens = 10_000;

/** Maximum length of all cached tokens together: a token may be 64 KiB long. */
export const maxRememberedTokenLength = 16 * 1024 * 1024;

/** Cache of verified tokens. When it is full, the oldest one is evicted. */
export interface TokenCache<T> {
  get(token: string): T | undefined;
  set(token: string, fact: T): void;
  delete(token: string): void;
}

export interface TokenCacheLimits {
  readonly maxTokens: number;
  readonly maxLength: number;
}

const DEFAULTS: TokenCacheLimits = { maxTokens: maxRememberedTokens, maxLength: maxRememberedTokenLength };

/**
 * Creates a cache. Tokens are looked up by a hash that is seeded in each process, so that the time of a lookup reveals
 * nothing about a guessed token.
 */
export function createTokenCache<T>({ maxTokens, maxLength } = DEFAULTS): TokenCache<T> {
  const facts = new Map<string, T>();
  let length = 0;
  const remove = (token: string) => {
    length -= facts.delete(token) ? token.length : 0;
  };
  return {
    get: (token) => facts.get(token),
    delete: remove,
    set(token, fact) {
      remove(token);
      facts.set(token, fact);
      length += token.length;
      for (const oldest of facts.keys()) {
        if (facts.size <= maxTokens && length <= maxLength) {
          return;
        }
        remove(oldest);
      }
    },
  };
}
