import { createHash, timingSafeEqual } from "node:crypto";

/** Two halves of a session: the cookie is inaccessible to scripts, the key to other origins. */
export interface Session {
  readonly cookie: string;
  readonly key: string;
}

export type Exchange = { readonly session: Session } | { readonly refusal: string };

export interface Sessions {
  /** Returns a token that opens one session, once. Invalidates an older unused token. */
  issueToken(): string;
  exchange(token: string): Exchange;
  /** Whether the session exists; a call counts as use. */
  isLive(cookie: string | undefined, key: string | undefined): boolean;
}

export interface SessionSettings {
  /** Random text of at least 43 characters that cannot be guessed. */
  readonly randomText: () => string;
  readonly nowMs: () => number;
}

const TOKEN_LIFETIME_MS = 10 * 60_000;
const IDLE_LIFETIME_MS = 12 * 3_600_000;
/** Maximum number of sessions: a browser has one; more come from links opened in other browsers. */
const MAX_SESSIONS = 16;

const USED = "this link was used already";
const EXPIRED = "this link has expired: it works for ten minutes";
const UNKNOWN = "this link is not of this console";

/**
 * Creates the store of sessions. Secrets are compared as digests, so that timing reveals neither content nor length.
 */
export function createSessions({ randomText, nowMs }: SessionSettings): Sessions {
  let open: { readonly digest: Buffer; readonly expiresMs: number } | undefined;
  const used: Buffer[] = [];
  const live: { readonly cookie: Buffer; readonly key: Buffer; usedMs: number }[] = [];

  const retire = (digest: Buffer): void => {
    used.push(digest);
    used.splice(0, used.length - MAX_SESSIONS);
    open = undefined;
  };

  return {
    issueToken() {
      const token = randomText();
      if (open !== undefined) {
        retire(open.digest);
      }
      open = { digest: digestOf(token), expiresMs: nowMs() + TOKEN_LIFETIME_MS };
      return token;
    },
    exchange(token) {
      const digest = digestOf(token);
      if (open === undefined || !timingSafeEqual(open.digest, digest)) {
        return { refusal: used.some((each) => timingSafeEqual(each, digest)) ? USED : UNKNOWN };
      }
      const isExpired = open.expiresMs < nowMs();
      retire(digest);
      if (isExpired) {
        return { refusal: EXPIRED };
      }
      const session = { cookie: randomText(), key: randomText() };
      live.push({ cookie: digestOf(session.cookie), key: digestOf(session.key), usedMs: nowMs() });
      live.splice(0, live.length - MAX_SESSIONS);
      return { session };
    },
    isLive(cookie, key) {
      if (cookie === undefined || key === undefined) {
        return false;
      }
      const [cookieDigest, keyDigest] = [digestOf(cookie), digestOf(key)];
      const found = live.find(
        (each) => timingSafeEqual(each.cookie, cookieDigest) && timingSafeEqual(each.key, keyDigest),
      );
      if (found === undefined || found.usedMs + IDLE_LIFETIME_MS < nowMs()) {
        return false;
      }
      found.usedMs = nowMs();
      return true;
    },
  };
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
