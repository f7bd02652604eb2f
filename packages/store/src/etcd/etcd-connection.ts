import type { SecureContextOptions } from "node:tls";
import { StoreError } from "../store-error.ts";
import { type EtcdRpc, etcdRpc } from "./etcd-rpc.ts";
import { GrpcError } from "./grpc-error.ts";
import { GrpcSession, type GrpcStream, type GrpcStreamOptions } from "./grpc-session.ts";
import { judgeFailure } from "./judge-failure.ts";

export interface EtcdConnectionOptions {
  /** `http://host:port` or `https://host:port`, of members of one cluster. */
  readonly endpoints: readonly string[];
  readonly tls?: Pick<SecureContextOptions, "ca" | "cert" | "key">;
  readonly login?: { readonly name: string; readonly password: string };
  /** Deadline of a call, all retries included. */
  readonly requestTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** Interval of keepalive probes. etcd closes connections that probe more often than every five seconds. */
  readonly keepaliveMs?: number;
  readonly keepaliveTimeoutMs?: number;
}

export interface EtcdCallOptions {
  /** Whether the call may be sent twice, as reads may. Other calls throw `outcome-unknown` when in doubt. */
  readonly isRepeatable: boolean;
}

const firstPauseMs = 20;
const longestPauseMs = 500;
/** Header that makes a member without a leader return an error instead of waiting for one. */
const askForLeader = { hasleader: "true" };

/**
 * Calls to an etcd cluster over one connection to one member at a time. When the member fails, the next of the list is
 * tried, round robin, until the call's deadline.
 */
export class EtcdConnection {
  readonly requestTimeoutMs: number;
  readonly #options: EtcdConnectionOptions;
  #endpointAt = 0;
  #session: GrpcSession | undefined;
  #connecting: Promise<GrpcSession> | undefined;
  #token: string | undefined;
  #isClosed = false;
  readonly #whenClosed = new Set<() => void>();

  constructor(options: EtcdConnectionOptions) {
    this.#options = options;
    this.requestTimeoutMs = options.requestTimeoutMs ?? 10_000;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Throws `no-access` at once if the credentials are rejected: a retry would not help. */
  async open(): Promise<void> {
    checkEndpoints(this.#options.endpoints);
    await this.#acquire(this.#deadline());
  }

  /** Makes a call; it is sent before this returns if a connection is open. Throws StoreError. */
  async call<Request, Response>(
    rpc: EtcdRpc<Request, Response>,
    request: Request,
    options: EtcdCallOptions,
  ): Promise<Response> {
    const deadline = this.#deadline();
    const message = rpc.encode(request);
    let pauseMs = firstPauseMs;
    for (;;) {
      const session = this.#ready() ?? (await this.#acquire(deadline));
      try {
        const timeoutMs = Math.max(1, Math.ceil(deadline - performance.now()));
        return rpc.decode(await session.unary(rpc.path, message, { timeoutMs, metadata: this.#metadata() }));
      } catch (error) {
        this.#afterFailure(error, { session, options, deadline });
      }
      await this.#pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  /** Opens a stream on the current connection and ends with it; a later stream may go to another member. */
  async stream(path: string, options: Omit<GrpcStreamOptions, "metadata">): Promise<GrpcStream> {
    const session = this.#ready() ?? (await this.#acquire(this.#deadline()));
    const onEnd = (error: GrpcError) => {
      const verdict = judgeFailure(error);
      if (verdict === "login") this.#token = undefined;
      else if (verdict === "again") this.#leave(session);
      options.onEnd(error);
    };
    return session.stream(path, { ...options, onEnd, metadata: this.#metadata() });
  }

  close(): void {
    this.#isClosed = true;
    this.#session?.close("the store was closed");
    for (const wake of [...this.#whenClosed]) wake();
  }

  #deadline(): number {
    return performance.now() + this.requestTimeoutMs;
  }

  #metadata(): Record<string, string> {
    return this.#token === undefined || this.#token === "" ? askForLeader : { ...askForLeader, token: this.#token };
  }

  #ready(): GrpcSession | undefined {
    const hasToken = this.#options.login === undefined || this.#token !== undefined;
    return this.#session?.isOpen === true && hasToken ? this.#session : undefined;
  }

  /** Returns if the call may be retried, throws otherwise. */
  #afterFailure(error: unknown, call: { session: GrpcSession; options: EtcdCallOptions; deadline: number }): void {
    if (!(error instanceof GrpcError)) {
      const code = call.options.isRepeatable ? "unavailable" : "outcome-unknown";
      throw new StoreError(code, `etcd sent an answer that makes no sense: ${String(error)}.`, { cause: error });
    }
    const verdict = judgeFailure(error);
    if (verdict instanceof StoreError) throw verdict;
    if (verdict === "login") {
      this.#token = undefined;
    } else {
      this.#leave(call.session);
      if (verdict === "lost" && !call.options.isRepeatable) throw outcomeUnknown(call.session.endpoint, error);
    }
    if (performance.now() + firstPauseMs >= call.deadline) throw this.#unavailable([[call.session.endpoint, error]]);
  }

  /** Continues with the next member. Requests in flight on the previous one may still finish. */
  #leave(session: GrpcSession): void {
    if (session.isOpen) session.probe();
    if (this.#session !== session || this.#options.endpoints.length === 1) return;
    this.#session = undefined;
    this.#endpointAt += 1;
    session.retire(this.requestTimeoutMs);
  }

  async #acquire(deadline: number): Promise<GrpcSession> {
    let pauseMs = firstPauseMs;
    for (;;) {
      if (this.#isClosed) throw new StoreError("closed", "The store is closed.");
      const session = this.#ready();
      if (session !== undefined) return session;
      this.#connecting ??= this.#connect().finally(() => {
        this.#connecting = undefined;
      });
      try {
        return await this.#beforeDeadline(this.#connecting, deadline);
      } catch (error) {
        const isFinal = error instanceof StoreError && error.code !== "unavailable";
        if (isFinal || performance.now() + pauseMs >= deadline) throw error;
      }
      await this.#pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  /** Tries each member once. */
  async #connect(): Promise<GrpcSession> {
    const failures: [string, unknown][] = [];
    for (let tried = 0; tried < this.#options.endpoints.length; tried++) {
      const endpoint = this.#options.endpoints[this.#endpointAt % this.#options.endpoints.length]!;
      try {
        const session = this.#session?.isOpen === true ? this.#session : await this.#openSession(endpoint);
        this.#session = session;
        await this.#logIn(session);
        return session;
      } catch (error) {
        if (error instanceof StoreError && error.code !== "unavailable") throw error;
        failures.push([endpoint, error]);
        this.#endpointAt += 1;
        this.#session = undefined;
      }
    }
    throw this.#unavailable(failures);
  }

  async #openSession(endpoint: string): Promise<GrpcSession> {
    const session = await GrpcSession.open({
      endpoint,
      tls: this.#options.tls ?? {},
      connectTimeoutMs: this.#options.connectTimeoutMs ?? 2000,
      keepaliveMs: this.#options.keepaliveMs ?? 5500,
      keepaliveTimeoutMs: this.#options.keepaliveTimeoutMs ?? 3000,
    });
    if (!this.#isClosed) return session;
    session.close("the store was closed");
    throw new StoreError("closed", "The store is closed.");
  }

  async #logIn(session: GrpcSession): Promise<void> {
    const { login } = this.#options;
    if (login === undefined || this.#token !== undefined) return;
    const timeoutMs = this.#options.connectTimeoutMs ?? 2000;
    try {
      const request = etcdRpc.authenticate.encode(login);
      const answer = await session.unary(etcdRpc.authenticate.path, request, { timeoutMs, metadata: askForLeader });
      this.#token = etcdRpc.authenticate.decode(answer);
    } catch (error) {
      if (!(error instanceof GrpcError)) throw error;
      // etcd has authentication off: no token is needed.
      if (error.message.includes("authentication is not enabled")) this.#token = "";
      else throw asLoginFailure(error);
    }
  }

  #pause(pauseMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#whenClosed.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, pauseMs);
      this.#whenClosed.add(wake);
    });
  }

  async #beforeDeadline(connecting: Promise<GrpcSession>, deadline: number): Promise<GrpcSession> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const giveUp = () =>
        reject(this.#unavailable(this.#options.endpoints.map((endpoint) => [endpoint, "no answer"])));
      timer = setTimeout(giveUp, Math.max(1, deadline - performance.now()));
    });
    try {
      return await Promise.race([connecting, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #unavailable(failures: readonly (readonly [string, unknown])[]): StoreError {
    const told = failures.map(([endpoint, error]) => `${endpoint}: ${messageOf(error)}`).join("; ");
    const isRefused = failures.length > 0 && failures.every(([, error]) => isTlsFailure(error));
    if (isRefused) {
      return new StoreError(
        "no-access",
        `No trust between Kiln and etcd (${told}). Check the CA file, the client certificate and key, and the names in etcd's certificate.`,
      );
    }
    return new StoreError(
      "unavailable",
      `etcd does not answer (${told}). Check that it runs, has a leader, and that the endpoints are right.`,
    );
  }
}

function checkEndpoints(endpoints: readonly string[]): void {
  const wrong = endpoints.find(
    (endpoint) => !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ""),
  );
  if (wrong === undefined && endpoints.length > 0) return;
  const problem =
    wrong === undefined ? "No endpoint of etcd is given" : `${JSON.stringify(wrong)} is no endpoint of etcd`;
  throw new StoreError("no-access", `${problem}: one looks like https://127.0.0.1:2379.`);
}

function asLoginFailure(error: GrpcError): unknown {
  const verdict = judgeFailure(error);
  return verdict instanceof StoreError ? verdict : error;
}

function outcomeUnknown(endpoint: string, cause: GrpcError): StoreError {
  return new StoreError(
    "outcome-unknown",
    `The write was sent to etcd at ${endpoint}, but no answer came (${cause.message}): it may or may not have happened.`,
    { cause },
  );
}

function isTlsFailure(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^ERR_(TLS|SSL)|CERT|SIGNATURE|SELF_SIGNED|ISSUER/.test(code);
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
