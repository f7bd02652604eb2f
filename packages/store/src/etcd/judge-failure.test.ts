import { describe, expect, it } from "vitest";
import { StoreError } from "../store-error.ts";
import { GrpcError, unansweredCall } from "./grpc-error.ts";
import { judgeFailure } from "./judge-failure.ts";

const answered: [string, number, string][] = [
  ["again", 14, "etcdserver: no leader"],
  ["lost", 14, "etcdserver: request timed out"],
  ["lost", 14, "etcdserver: request timed out, possibly due to previous leader failure"],
  ["lost", 14, "etcdserver: leader changed"],
  ["lost", 14, "etcdserver: server stopped"],
  ["lost", 2, "raft: stopped"],
  ["lost", 4, "context deadline exceeded"],
  ["again", 8, "etcdserver: too many requests"],
  ["login", 16, "etcdserver: invalid auth token"],
  ["login", 3, "etcdserver: revision of auth store is old"],
  ["no-space", 8, "etcdserver: mvcc: database space exceeded"],
  ["too-large", 8, "grpc: received message larger than max (2097200 vs. 2097152)"],
  ["too-large", 3, "etcdserver: request is too large"],
  ["compacted", 11, "etcdserver: mvcc: required revision has been compacted"],
  ["future-revision", 11, "etcdserver: mvcc: required revision is a future revision"],
  ["no-access", 7, "etcdserver: permission denied"],
  ["no-access", 3, "etcdserver: authentication failed, invalid user ID or password"],
  ["no-access", 3, "etcdserver: user name is empty"],
];

describe("judgeFailure()", () => {
  it.each(answered)("says %s of status %i, %s", (verdict, status, message) => {
    const judged = judgeFailure(new GrpcError(message, { status, reach: "answered" }));
    expect(judged instanceof StoreError ? judged.code : judged).toBe(verdict);
  });

  it("makes a call again only if etcd never saw it", () => {
    expect(judgeFailure(unansweredCall("the server is going away", "unsent"))).toBe("again");
    expect(judgeFailure(unansweredCall("the connection was closed", "lost"))).toBe("lost");
  });
});
