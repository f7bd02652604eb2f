import { generateName, type JsonObject, objectAt, objectsAt, textAt } from "@kiln/api";
import { peekObject } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget, Verdict } from "./admission-plugin.ts";
import { checkSecretReferences, hasSecretReference } from "./check-secret-references.ts";
import { forbid } from "./forbid.ts";
import { appendItems, ensureObject } from "./read-fields.ts";

export const SERVICE_ACCOUNT_PREFIX = "/registry/core/serviceaccounts/";
const DEFAULT_NAME = "default";
const MIRROR_ANNOTATION = "kubernetes.io/config.mirror";
const VOLUME_PREFIX = "kube-api-access-";
const MOUNT_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";

/** ServiceAccount: sets the service account of a Pod, and mounts its token at the usual path. */
export const serviceAccount: AdmissionPlugin = {
  name: "ServiceAccount",
  handles: isPodWithAccount,
  admit(attributes) {
    const { object = {}, operation } = attributes;
    if (operation !== "CREATE") {
      return undefined;
    }
    if (isMirror(object)) {
      checkMirror(attributes);
      return undefined;
    }
    const spec = ensureObject(object, "spec");
    const name = textAt(spec, "serviceAccountName") || DEFAULT_NAME;
    spec.serviceAccountName = name;
    spec.serviceAccount = name;
    const account = findAccount(attributes, name);
    if (account !== undefined) {
      return useAccount(attributes, spec, account);
    }
    return waitForAccount(attributes, name).then((late) => useAccount(attributes, spec, late));
  },
  validate(attributes) {
    const { object = {}, operation } = attributes;
    if (operation === "CREATE" && isMirror(object)) {
      checkMirror(attributes);
      return undefined;
    }
    const name = textAt(objectAt(object, "spec"), "serviceAccountName");
    if (name === "") {
      const pod = `${attributes.namespace}/${textAt(objectAt(object, "metadata"), "name")}`;
      throw forbid(attributes, `no service account specified for pod ${pod}`);
    }
    const account = findAccount(attributes, name);
    if (account === undefined) {
      throw missing(attributes, name);
    }
    checkReferences(attributes, account);
    return undefined;
  },
};

function isPodWithAccount({ services, operation, resource, subresource }: AdmissionTarget): boolean {
  if (resource.group !== "" || resource.names.plural !== "pods") {
    return false;
  }
  const isNew = operation === "CREATE" && subresource === "";
  const isDebugged = operation === "UPDATE" && subresource === "ephemeralcontainers";
  return (isNew || isDebugged) && services.registry.find("", "v1", "serviceaccounts") !== undefined;
}

function isMirror(pod: JsonObject): boolean {
  return Object.hasOwn(objectAt(pod, "metadata", "annotations"), MIRROR_ANNOTATION);
}

/** Denies a mirror Pod that references a service account or Secrets. */
function checkMirror(attributes: AdmissionAttributes): void {
  const spec = objectAt(attributes.object, "spec");
  if (textAt(spec, "serviceAccountName") !== "") {
    throw forbid(attributes, "a mirror pod may not reference service accounts");
  }
  if (hasSecretReference(spec)) {
    throw forbid(attributes, "a mirror pod may not reference secrets");
  }
  const sources = objectsAt(spec, "volumes").flatMap((volume) => objectsAt(objectAt(volume, "projected"), "sources"));
  if (sources.some(({ serviceAccountToken }) => serviceAccountToken !== undefined)) {
    throw forbid(attributes, "a mirror pod may not use ServiceAccountToken volume projections");
  }
}

function findAccount({ services, namespace }: AdmissionAttributes, name: string): JsonObject | undefined {
  return peekObject(services, `${SERVICE_ACCOUNT_PREFIX}${namespace}/${name}`);
}

function missing(attributes: AdmissionAttributes, name: string): Error {
  const why = `serviceaccount ${JSON.stringify(name)} not found`;
  return forbid(attributes, `error looking up service account ${attributes.namespace}/${name}: ${why}`);
}

const MAX_LOOKS = 10;
const LOOK_MS = 100;

/**
 * Service account by name, for which it waits a little: the default account of a new namespace is created a moment
 * after the namespace.
 */
async function waitForAccount(attributes: AdmissionAttributes, name: string): Promise<JsonObject> {
  const { clock, random } = attributes.services;
  const delayMs = LOOK_MS * (1 + random.fraction());
  for (let look = 1; name === DEFAULT_NAME && look < MAX_LOOKS; look++) {
    await new Promise<void>((resolve) => clock.setTimer(delayMs, resolve));
    const account = findAccount(attributes, name);
    if (account !== undefined) {
      return account;
    }
  }
  throw missing(attributes, name);
}

/** Applies the account to the Pod: token mount, image pull secrets, and the check of its Secrets. */
function useAccount(attributes: AdmissionAttributes, spec: JsonObject, account: JsonObject): Verdict {
  const wish = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
  if (wish !== false) {
    mountToken(spec, generateName(VOLUME_PREFIX, attributes.services.random.fraction));
  }
  if (objectsAt(spec, "imagePullSecrets").length === 0) {
    const names = objectsAt(account, "imagePullSecrets").map((secret) => textAt(secret, "name"));
    appendItems(
      spec,
      "imagePullSecrets",
      names.map((name) => (name === "" ? {} : { name })),
    );
  }
  checkReferences(attributes, account);
  return undefined;
}

function checkReferences(attributes: AdmissionAttributes, account: JsonObject): void {
  const why = checkSecretReferences(objectAt(attributes.object, "spec"), account, attributes.subresource);
  if (why !== undefined) {
    throw forbid(attributes, why);
  }
}

/** Mounts the token in every container, unless another volume is mounted at the path. */
function mountToken(spec: JsonObject, freshName: string): void {
  const existing = objectsAt(spec, "volumes").find((volume) => textAt(volume, "name").startsWith(VOLUME_PREFIX));
  const name = existing === undefined ? freshName : textAt(existing, "name");
  let isMounted = false;
  for (const container of [...objectsAt(spec, "initContainers"), ...objectsAt(spec, "containers")]) {
    if (objectsAt(container, "volumeMounts").every(({ mountPath }) => mountPath !== MOUNT_PATH)) {
      appendItems(container, "volumeMounts", [{ name, readOnly: true, mountPath: MOUNT_PATH }]);
      isMounted = true;
    }
  }
  if (isMounted && existing === undefined) {
    appendItems(spec, "volumes", [{ name, projected: tokenVolume() }]);
  }
}

/**
 * Lifetime of the token. Its odd value, an hour and seven seconds, marks tokens of clients that may not reload them.
 */
const TOKEN_SECONDS = 3607;

function tokenVolume(): JsonObject {
  const namespace = { path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } };
  return {
    sources: [
      { serviceAccountToken: { expirationSeconds: TOKEN_SECONDS, path: "token" } },
      { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
      { downwardAPI: { items: [namespace] } },
    ],
    defaultMode: 0o644,
  };
}
