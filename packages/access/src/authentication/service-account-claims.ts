import { asObject, getOwn, isJsonObject, type JsonObject, textAt } from "@kiln/api";
import { serviceAccountUser } from "./service-account-name.ts";

export interface ObjectRef {
  readonly name: string;
  readonly uid: string;
}

/** Claims of a service account token. */
export interface ServiceAccountClaims {
  readonly namespace: string;
  readonly account: ObjectRef;
  readonly pod?: ObjectRef;
  readonly secret?: ObjectRef;
  /** Node of the Pod, if the token is bound to a Pod; otherwise the node that it is bound to. */
  readonly node?: ObjectRef;
}

export interface TokenTimes {
  readonly nowMs: number;
  readonly expirationSeconds: number;
  /** Time after which use of the token is logged, in seconds; absent if it is not. */
  readonly warnAfterSeconds?: number;
}

/** Claims as JSON with Kubernetes' order of keys; signing adds the issuer. */
export function writeClaims(
  claims: ServiceAccountClaims,
  about: TokenTimes & { readonly issuer: string; readonly audiences: readonly string[]; readonly id: string },
): JsonObject {
  const { namespace, account, pod, secret, node } = claims;
  const now = Math.floor(about.nowMs / 1000);
  return {
    aud: [...about.audiences],
    exp: now + about.expirationSeconds,
    iat: now,
    iss: about.issuer,
    jti: about.id,
    "kubernetes.io": {
      namespace,
      ...(node === undefined ? {} : { node: writeRef(node) }),
      ...(pod === undefined ? {} : { pod: writeRef(pod) }),
      ...(secret === undefined ? {} : { secret: writeRef(secret) }),
      serviceaccount: writeRef(account),
      ...(about.warnAfterSeconds === undefined ? {} : { warnafter: now + about.warnAfterSeconds }),
    },
    nbf: now,
    sub: serviceAccountUser({ namespace, name: account.name }),
  };
}

function writeRef({ name, uid }: ObjectRef): JsonObject {
  return { name, ...(uid === "" ? {} : { uid }) };
}

export function readClaims(claims: JsonObject): ServiceAccountClaims {
  const own = getOwn(claims, "kubernetes.io");
  const about = asObject(own);
  const [pod, secret, node] = [readRef(about, "pod"), readRef(about, "secret"), readRef(about, "node")];
  return {
    namespace: textAt(about, "namespace"),
    account: readRef(about, "serviceaccount") ?? { name: "", uid: "" },
    ...(pod === undefined ? {} : { pod }),
    ...(secret === undefined ? {} : { secret }),
    ...(node === undefined ? {} : { node }),
  };
}

function readRef(about: JsonObject, field: string): ObjectRef | undefined {
  const ref = getOwn(about, field);
  return isJsonObject(ref) ? { name: textAt(ref, "name"), uid: textAt(ref, "uid") } : undefined;
}
