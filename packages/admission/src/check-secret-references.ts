import { type JsonObject, objectAt, objectsAt, textAt } from "@kiln/api";

const ENFORCE_ANNOTATION = "kubernetes.io/enforce-mountable-secrets";
/** Strings that Go parses as true. */
const TRUE: readonly string[] = ["1", "t", "T", "true", "TRUE", "True"];

/**
 * Error for a Pod that references Secrets its service account does not list, if the account restricts Pods to its own
 * Secrets.
 */
export function checkSecretReferences(spec: JsonObject, account: JsonObject, subresource: string): string | undefined {
  if (!TRUE.includes(textAt(objectAt(account, "metadata", "annotations"), ENFORCE_ANNOTATION))) {
    return undefined;
  }
  const allowed = namesOf(account, "secrets");
  const name = textAt(objectAt(account, "metadata"), "name");
  const why = (what: string, kind = "secret") =>
    `${what} is not allowed because service account ${name} does not reference that ${kind}`;
  const containers = (field: string, called: string) =>
    objectsAt(spec, field).flatMap((container) => checkContainer(container, called, allowed));
  if (subresource === "ephemeralcontainers") {
    return containers("ephemeralContainers", "ephemeral container").map((what) => why(what))[0];
  }
  const volumes = objectsAt(spec, "volumes").flatMap((volume) => checkVolume(volume, allowed));
  const inSpec = [
    ...volumes,
    ...containers("initContainers", "init container"),
    ...containers("containers", "container"),
  ];
  const pulled = checkPullSecrets(spec, namesOf(account, "imagePullSecrets"));
  return [...inSpec.map((what) => why(what)), ...pulled.map((what) => why(what, "imagePullSecret"))][0];
}

function namesOf(account: JsonObject, field: string): ReadonlySet<string> {
  return new Set(objectsAt(account, field).map((one) => textAt(one, "name")));
}

function checkVolume({ secret }: JsonObject, allowed: ReadonlySet<string>): string[] {
  const name = textAt(objectAt({ secret: secret ?? null }, "secret"), "secretName");
  return secret === undefined || allowed.has(name) ? [] : [`volume with secret.secretName="${name}"`];
}

function checkContainer(container: JsonObject, called: string, allowed: ReadonlySet<string>): string[] {
  const start = `${called} ${textAt(container, "name")} with`;
  const inEnv = objectsAt(container, "env").flatMap((variable) => {
    const name = secretOf(objectAt(variable, "valueFrom"), "secretKeyRef");
    return name === undefined || allowed.has(name)
      ? []
      : [`${start} envVar ${textAt(variable, "name")} referencing secret.secretName="${name}"`];
  });
  const inEnvFrom = objectsAt(container, "envFrom").flatMap((source) => {
    const name = secretOf(source, "secretRef");
    return name === undefined || allowed.has(name) ? [] : [`${start} envFrom referencing secret.secretName="${name}"`];
  });
  return [...inEnv, ...inEnvFrom];
}

function secretOf(object: JsonObject, field: string): string | undefined {
  return object[field] === undefined ? undefined : textAt(objectAt(object, field), "name");
}

function checkPullSecrets(spec: JsonObject, allowed: ReadonlySet<string>): string[] {
  return objectsAt(spec, "imagePullSecrets").flatMap((secret, i) => {
    const name = textAt(secret, "name");
    return allowed.has(name) ? [] : [`imagePullSecrets[${i}].name="${name}"`];
  });
}

/** Fields of volume sources that reference a Secret, by its name or by an object with its name. */
const VOLUME_SECRETS: ReadonlyMap<string, string> = new Map([
  ["azureFile", "secretName"],
  ["cephfs", "secretRef"],
  ["cinder", "secretRef"],
  ["flexVolume", "secretRef"],
  ["rbd", "secretRef"],
  ["secret", "secretName"],
  ["scaleIO", "secretRef"],
  ["iscsi", "secretRef"],
  ["storageos", "secretRef"],
  ["csi", "nodePublishSecretRef"],
]);

/** Whether a Pod's spec references any Secret. */
export function hasSecretReference(spec: JsonObject): boolean {
  const containers = ["initContainers", "containers", "ephemeralContainers"].flatMap((field) => objectsAt(spec, field));
  return (
    objectsAt(spec, "imagePullSecrets").length > 0 ||
    containers.some((container) => checkContainer(container, "", new Set()).length > 0) ||
    objectsAt(spec, "volumes").some(hasVolumeSecret)
  );
}

function hasVolumeSecret(volume: JsonObject): boolean {
  const projected = objectsAt(objectAt(volume, "projected"), "sources");
  return (
    projected.some(({ secret }) => secret !== undefined) ||
    [...VOLUME_SECRETS].some(([source, field]) => objectAt(volume, source)[field] !== undefined)
  );
}
