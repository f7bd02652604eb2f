/** The gRPC status codes that a client of etcd must distinguish. */
export const grpcStatus = {
  ok: 0,
  canceled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  outOfRange: 11,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/**
 * How far a failed call got. `unsent`: the server never saw it, so it may be retried. `lost`: it was sent and no
 * response came. `answered`: the server returned an error.
 */
export type CallReach = "unsent" | "lost" | "answered";

/** A failed call. `status` is 14, unavailable, when the server sent none. */
export class GrpcError extends Error {
  override readonly name = "GrpcError";
  readonly status: number;
  readonly reach: CallReach;

  constructor(message: string, details: { status: number; reach: CallReach }) {
    super(message);
    this.status = details.status;
    this.reach = details.reach;
  }
}

/** A call that failed without an answer. */
export function unansweredCall(message: string, reach: "unsent" | "lost"): GrpcError {
  return new GrpcError(message, { status: grpcStatus.unavailable, reach });
}
