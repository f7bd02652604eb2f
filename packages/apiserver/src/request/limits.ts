/** Limits on concurrency and duration of requests. */
export interface Limits {
  readonly readOnlyInFlight: number;
  readonly mutatingInFlight: number;
  /** Maximum queue length per user and kind of request; further requests get 429. */
  readonly waitingPerUser: number;
  /** Timeout of requests; watches have none. */
  readonly requestTimeoutMs: number;
}

/** kube-apiserver's default limits, in which a user's requests wait in up to six queues of fifty. */
export const defaultLimits: Limits = {
  readOnlyInFlight: 400,
  mutatingInFlight: 200,
  waitingPerUser: 300,
  requestTimeoutMs: 60_000,
};
