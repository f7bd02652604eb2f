import type { Store } from "@kiln/store";
import { TokenError } from "./authenticator.ts";
import { type BoundKind, findObject } from "./find-object.ts";
import type { ObjectRef, ServiceAccountClaims } from "./service-account-claims.ts";

/**
 * Kubernetes: a token stays valid for a minute after the deletion of the object that it is bound to
 * (pkg/serviceaccount/claims.go Validate, v1.36).
 */
const GRACE_MS = 60_000;

/** Throws a {@link TokenError} if the account, or the object that the token is bound to, was deleted or replaced. */
export function checkBoundObjects(store: Pick<Store, "peek">, claims: ServiceAccountClaims, nowMs: number): void {
  const { namespace, account, pod, secret, node } = claims;
  const found = findObject(store, "serviceaccounts", { namespace, name: account.name });
  if (found === undefined) {
    throw new TokenError(`serviceaccounts ${JSON.stringify(account.name)} not found`);
  }
  if (found.uid !== account.uid) {
    throw new TokenError(`service account UID (${found.uid}) does not match claim (${account.uid})`);
  }
  if (found.deletedMs !== undefined && found.deletedMs < nowMs - GRACE_MS) {
    throw new TokenError(`service account ${namespace}/${account.name} has been deleted`);
  }
  const check = (kind: BoundKind, ref: ObjectRef | undefined) => {
    if (ref !== undefined) {
      checkBound(store, { kind, ref, namespace: kind === "nodes" ? "" : namespace }, nowMs);
    }
  };
  check("secrets", secret);
  check("pods", pod);
  check("nodes", pod === undefined ? node : undefined);
}

interface Bound {
  readonly kind: BoundKind;
  readonly ref: ObjectRef;
  readonly namespace: string;
}

function checkBound(store: Pick<Store, "peek">, { kind, ref, namespace }: Bound, nowMs: number): void {
  const found = findObject(store, kind, { namespace, name: ref.name });
  if (found === undefined || (found.deletedMs !== undefined && found.deletedMs < nowMs - GRACE_MS)) {
    throw new TokenError("service account token has been invalidated");
  }
  if (found.uid !== ref.uid) {
    const word = kind.slice(0, -1);
    throw new TokenError(`${word} UID (${found.uid}) does not match service account ${word} ref claim (${ref.uid})`);
  }
}
