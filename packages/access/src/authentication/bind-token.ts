import {
  asObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  printGroupVersionKind,
  quoteGo,
  statusBadRequest,
  statusConflict,
  statusNotFound,
  textAt,
  toGroupVersionKind,
} from "@kiln/api";
import type { Store } from "@kiln/store";
import { type BoundKind, type FoundObject, findObject } from "./find-object.ts";
import type { ObjectRef, ServiceAccountClaims } from "./service-account-claims.ts";

/** Claims of a token that is valid as long as the object it is bound to. Throws if it cannot be bound to the object. */
export function bindToken(
  store: Pick<Store, "peek">,
  claims: ServiceAccountClaims,
  ref: JsonValue | undefined,
): ServiceAccountClaims {
  if (!isJsonObject(ref)) {
    return claims;
  }
  const name = textAt(ref, "name");
  switch (kindOf(ref)) {
    case "Pod":
      return bindPod(store, claims, ref);
    case "Secret":
      return { ...claims, secret: toRef(name, find(store, "secrets", { ref, namespace: claims.namespace })) };
    case "Node":
      return { ...claims, node: toRef(name, find(store, "nodes", { ref, namespace: "" })) };
    default: {
      const kind = printGroupVersionKind(toGroupVersionKind(textAt(ref, "apiVersion"), textAt(ref, "kind")));
      throw statusBadRequest(`cannot bind token to object of type ${kind}`);
    }
  }
}

/** Kind of a reference to a core object; empty for other groups. */
function kindOf(ref: JsonObject): string {
  return textAt(ref, "apiVersion").includes("/") ? "" : textAt(ref, "kind");
}

function bindPod(store: Pick<Store, "peek">, claims: ServiceAccountClaims, ref: JsonObject): ServiceAccountClaims {
  const { namespace, account } = claims;
  const name = textAt(ref, "name");
  const found = findAny(store, "pods", { ref, namespace });
  const spec = found.read().spec;
  const pod = asObject(spec);
  if (textAt(pod, "serviceAccountName") !== account.name) {
    throw statusBadRequest(
      `cannot bind token for serviceaccount ${quoteGo(account.name)} to pod running with different serviceaccount name.`,
    );
  }
  checkUid(ref, found);
  const nodeName = textAt(pod, "nodeName");
  // The claim has the name of the Pod's node even if the Node object was deleted.
  const node = nodeName === "" ? undefined : (findObject(store, "nodes", { namespace: "", name: nodeName })?.uid ?? "");
  return { ...claims, pod: toRef(name, found), ...(node === undefined ? {} : { node: { name: nodeName, uid: node } }) };
}

interface Wanted {
  readonly ref: JsonObject;
  readonly namespace: string;
}

function find(store: Pick<Store, "peek">, kind: BoundKind, wanted: Wanted): FoundObject {
  const found = findAny(store, kind, wanted);
  checkUid(wanted.ref, found);
  return found;
}

function findAny(store: Pick<Store, "peek">, kind: BoundKind, { ref, namespace }: Wanted): FoundObject {
  const name = textAt(ref, "name");
  const found = findObject(store, kind, { namespace, name });
  if (found === undefined) {
    throw statusNotFound({ group: "", resource: kind }, name);
  }
  return found;
}

function checkUid(ref: JsonObject, { uid }: FoundObject): void {
  const given = textAt(ref, "uid");
  if (given !== "" && given !== uid) {
    const why = `the UID in the bound object reference (${given}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw statusConflict({ group: "", resource: textAt(ref, "kind") }, textAt(ref, "name"), why);
  }
}

function toRef(name: string, { uid }: FoundObject): ObjectRef {
  return { name, uid };
}
