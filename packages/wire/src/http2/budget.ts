import { ErrorCode, Http2Fault } from "./frames.ts";

interface Account {
  /** Units allowed at once; `perSecond` of them are refilled. */
  readonly burst: number;
  readonly perSecond: number;
  /** Name in the error message. */
  readonly what: string;
}

/**
 * Limits on useless work that a client may cause on one connection, by kind. Each is far above honest clients and far
 * below what would occupy the processor: a Go client that cancels 60 watches a second sends a PING with each.
 */
export const BUDGETS = {
  pings: { burst: 5_000, perSecond: 500, what: "PING frames" },
  settings: { burst: 100, perSecond: 10, what: "SETTINGS frames" },
  /** PRIORITY, unknown frame types, acknowledgments, and frames of closed streams. */
  ignored: { burst: 5_000, perSecond: 1_000, what: "frames without effect" },
  /** Requests that the client resets before the response has begun: the work for them is lost (CVE-2023-44487). */
  resets: { burst: 500, perSecond: 100, what: "reset requests" },
  /** Responses that have begun and are canceled by the client, as when a watch ends. */
  canceled: { burst: 5_000, perSecond: 500, what: "canceled responses" },
  /** Requests beyond the limit of concurrent streams. */
  refused: { burst: 1_000, perSecond: 100, what: "streams above SETTINGS_MAX_CONCURRENT_STREAMS" },
  /**
   * Streams that the server resets because the client violated the protocol (CVE-2025-8671). Honest clients never do.
   */
  faults: { burst: 100, perSecond: 10, what: "stream errors" },
  emptyData: { burst: 1_000, perSecond: 100, what: "empty DATA frames" },
  /** DATA frames below {@link TINY_DATA_BYTES} that are not the last of a body. */
  tinyData: { burst: 20_000, perSecond: 2_000, what: "tiny DATA frames" },
  /** DATA frames after the response. */
  lateData: { burst: 5_000, perSecond: 500, what: "DATA frames after the response" },
  /** WINDOW_UPDATE frames below {@link TINY_WINDOW_BYTES}. */
  windowUpdates: { burst: 5_000, perSecond: 500, what: "tiny WINDOW_UPDATE frames" },
  /** Headers beyond {@link USUAL_HEADERS} of a request. */
  headers: { burst: 20_000, perSecond: 2_000, what: "headers" },
  /** Bytes of header blocks beyond {@link USUAL_HEADER_BYTES} of a request. */
  headerBytes: { burst: 4 * 1024 * 1024, perSecond: 1024 * 1024, what: "bytes of headers" },
} as const satisfies Readonly<Record<string, Account>>;

const TINY_DATA_BYTES = 64;
const TINY_WINDOW_BYTES = 256;
const USUAL_HEADERS = 256;
const USUAL_HEADER_BYTES = 64 * 1024;

type BudgetName = keyof typeof BUDGETS;

interface Decided {
  /** Whether the response no longer depends on further input. */
  readonly isDecided: boolean;
}

/** Remaining limits of one connection. */
export class Budget {
  readonly #monotonicMs: () => number;
  readonly #accounts = new Map<BudgetName, { left: number; countedMs: number }>();

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  /** Throws a {@link Http2Fault} that ends the connection once the limit is exceeded. */
  spend(name: BudgetName, cost = 1): void {
    if (cost <= 0) {
      return;
    }
    const { burst, perSecond, what } = BUDGETS[name];
    const nowMs = this.#monotonicMs();
    let account = this.#accounts.get(name);
    if (account === undefined) {
      account = { left: burst, countedMs: nowMs };
      this.#accounts.set(name, account);
    }
    account.left = Math.min(burst, account.left + ((nowMs - account.countedMs) / 1000) * perSecond) - cost;
    account.countedMs = nowMs;
    if (account.left < 0) {
      throw new Http2Fault(
        ErrorCode.enhanceYourCalm,
        `too many ${what}: more than ${burst}, then ${perSecond} a second`,
      );
    }
  }

  /** Called when the server resets a stream because of the client's error. */
  spendFault(code: number): void {
    if (code === ErrorCode.refusedStream) {
      this.spend("refused");
    } else {
      this.spend(code === ErrorCode.streamClosed ? "lateData" : "faults");
    }
  }

  /** Called when the client resets a stream, open or closed. */
  spendReset(stream: Decided | undefined): void {
    if (stream === undefined) {
      this.spend("ignored");
    } else {
      this.spend(stream.isDecided ? "canceled" : "resets");
    }
  }

  /** Called with a chunk of a body that is not its last. */
  spendData(bytes: number, stream: Decided): void {
    if (bytes === 0) {
      this.spend("emptyData");
    } else if (stream.isDecided) {
      this.spend("lateData");
    } else if (bytes < TINY_DATA_BYTES) {
      this.spend("tinyData");
    }
  }

  spendWindowUpdate(bytes: number): void {
    if (bytes < TINY_WINDOW_BYTES) {
      this.spend("windowUpdates");
    }
  }

  spendHeaders(count: number, bytes: number): void {
    this.spend("headers", count - USUAL_HEADERS);
    this.spend("headerBytes", bytes - USUAL_HEADER_BYTES);
  }
}
