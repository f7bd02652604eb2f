import { asObjects, asText, type FieldPath, isJsonObject, type JsonObject, objectAt, quoteGo } from "@kiln/api";
import { warnOfClaimSpec } from "../validate-claim-spec.ts";

const OLD_SOURCES: readonly { readonly field: string; readonly told?: string; readonly why: string }[] = [
  { field: "photonPersistentDisk", why: "deprecated in v1.11, non-functional in v1.16+" },
  { field: "gitRepo", why: "deprecated in v1.11, and disabled by default in v1.33+" },
  { field: "scaleIO", why: "deprecated in v1.16, non-functional in v1.22+" },
  { field: "flocker", why: "deprecated in v1.22, non-functional in v1.25+" },
  { field: "storageos", told: "storageOS", why: "deprecated in v1.22, non-functional in v1.25+" },
  { field: "quobyte", why: "deprecated in v1.22, non-functional in v1.25+" },
  { field: "glusterfs", why: "deprecated in v1.25, non-functional in v1.26+" },
  { field: "ephemeral", why: "" },
  { field: "cephfs", why: "deprecated in v1.28, non-functional in v1.31+" },
  { field: "rbd", why: "deprecated in v1.28, non-functional in v1.31+" },
];

/** Warnings about removed volume types and colliding paths. */
export function warnOfVolumes(volumes: readonly JsonObject[], path: FieldPath): string[] {
  return [
    ...volumes.flatMap((volume, i) =>
      OLD_SOURCES.filter(({ field }) => isJsonObject(volume[field])).flatMap(({ field, told = field, why }) =>
        field === "ephemeral"
          ? warnOfClaimSpec(
              objectAt(volume, "ephemeral", "volumeClaimTemplate", "spec"),
              path.index(i).child("ephemeral", "volumeClaimTemplate", "spec"),
            )
          : [`${path.index(i).child(told)}: ${why}`],
      ),
    ),
    ...volumes.flatMap(warnOfFiles),
  ];
}

interface File {
  readonly path: string;
  /** Description of the source of a file, for a volume with several sources. */
  readonly source: string;
}

function warnOfFiles(volume: JsonObject): string[] {
  const name = quoteGo(asText(volume.name));
  const { configMap, secret, downwardAPI, projected } = volume;
  const warn = (what: string, files: readonly File[]) =>
    overlaps(files).map((overlap) => `volume ${name} (${what}): overlapping paths: ${overlap}`);
  const items = (source: JsonObject) => filesOf(source, "");
  return [
    ...(isJsonObject(configMap) ? warn(`ConfigMap ${quoteGo(asText(configMap.name))}`, items(configMap)) : []),
    ...(isJsonObject(secret) ? warn(`Secret ${quoteGo(asText(secret.secretName))}`, items(secret)) : []),
    ...(isJsonObject(downwardAPI) ? warn("DownwardAPI", items(downwardAPI)) : []),
    ...(isJsonObject(projected) ? warnOfEmpty(projected, name) : []),
    ...(isJsonObject(projected) ? warn("Projected", asObjects(projected.sources).flatMap(projectedFiles)) : []),
  ];
}

function warnOfEmpty({ sources }: JsonObject, name: string): string[] {
  return asObjects(sources)
    .filter((source) => Object.keys(source).length === 0)
    .map(() => `volume ${name} (Projected) has no sources provided`);
}

function filesOf({ items }: JsonObject, source: string): File[] {
  return asObjects(items).map(({ path }) => ({ path: asText(path), source }));
}

function projectedFiles({ configMap, secret, downwardAPI, serviceAccountToken }: JsonObject): File[] {
  if (isJsonObject(configMap)) {
    return filesOf(configMap, `ConfigMap ${quoteGo(asText(configMap.name))}`);
  }
  if (isJsonObject(secret)) {
    return filesOf(secret, `Secret ${quoteGo(asText(secret.name))}`);
  }
  if (isJsonObject(downwardAPI)) {
    return filesOf(downwardAPI, "DownwardAPI");
  }
  return isJsonObject(serviceAccountToken)
    ? [{ path: asText(serviceAccountToken.path), source: "ServiceAccountToken" }]
    : [];
}

/** Maximum number of files whose paths are compared with each other. */
const MAX_FILES = 1000;

/** Warnings about files whose path equals another file's path or is a directory of it. */
function overlaps(files: readonly File[]): string[] {
  if (files.length > MAX_FILES) {
    return [];
  }
  const trimmed = files.map((file) => ({ ...file, path: file.path.replace(/\/+$/, "") }));
  return trimmed.flatMap((file, i) =>
    trimmed
      .slice(0, i)
      .filter((other) => isWithin(file.path, other.path) || isWithin(other.path, file.path))
      .map((other) => `${print(file)} with ${print(other)}`),
  );
}

function isWithin(a: string, b: string): boolean {
  return a !== "" && b !== "" && `${a}/`.startsWith(`${b}/`);
}

function print({ path, source }: File): string {
  return source === "" ? quoteGo(path) : `${quoteGo(path)} (${source})`;
}
