import { StoreError } from "../store-error.ts";
import { tooLarge as createTooLarge } from "../value-size.ts";
import { type GrpcError, grpcStatus } from "./grpc-error.ts";

/**
 * Reaction to a failed call.
 *
 * - `again`: etcd surely did nothing; the same call may be made again, here or on another member.
 * - `login`: the token has expired; get another, then repeat the call.
 * - `lost`: etcd may or may not have executed it.
 * - an error: etcd surely did nothing and would fail the next time as well.
 */
export type FailureVerdict = "again" | "login" | "lost" | StoreError;

export function judgeFailure(error: GrpcError): FailureVerdict {
  if (error.reach === "unsent") return "again";
  if (error.reach === "lost") return "lost";
  switch (error.status) {
    case grpcStatus.unauthenticated:
      return "login";
    case grpcStatus.resourceExhausted:
      return judgeExhausted(error);
    case grpcStatus.outOfRange:
      return judgeRevision(error);
    case grpcStatus.invalidArgument:
    case grpcStatus.permissionDenied:
    case grpcStatus.failedPrecondition:
      return judgeRefusal(error);
    case grpcStatus.unavailable:
      // etcd returns "no leader" before it looks at the request; other outages may occur while the request is executed.
      return error.message === "etcdserver: no leader" ? "again" : "lost";
    default:
      return "lost";
  }
}

function judgeExhausted(error: GrpcError): FailureVerdict {
  if (error.message.includes("database space exceeded")) {
    return new StoreError(
      "no-space",
      "etcd has used up its space quota: compact and defragment it or raise --quota-backend-bytes, then disarm the alarm.",
      { cause: error },
    );
  }
  if (error.message.includes("larger than max")) return tooLarge(error);
  return "again";
}

function judgeRevision(error: GrpcError): StoreError {
  return error.message.includes("compacted")
    ? new StoreError("compacted", "etcd no longer keeps this revision.", { cause: error })
    : new StoreError("future-revision", "etcd has not reached this revision.", { cause: error });
}

function judgeRefusal(error: GrpcError): FailureVerdict {
  if (error.message.includes("too large")) return tooLarge(error);
  // The users or roles changed between the check and the apply.
  if (error.message.includes("revision of auth store is old")) return "login";
  if (/permission denied|user name|authentication failed|auth/i.test(error.message)) {
    return new StoreError(
      "no-access",
      `etcd refuses access: ${error.message}. Check the user, the password and the role's rights to the prefix.`,
      { cause: error },
    );
  }
  return new StoreError("unavailable", `etcd refuses the request: ${error.message}.`, { cause: error });
}

function tooLarge(error: GrpcError): StoreError {
  return createTooLarge(`etcd takes no more (--max-request-bytes): ${error.message}`, { cause: error });
}
