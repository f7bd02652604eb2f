import { asObjects, asText, type JsonObject, type KubeObject, objectAt } from "@kiln/api";
import { hasField, numberAt } from "../read-fields.ts";
import type { ObjectKind, ObjectRef } from "../references/object-ref.ts";
import type { ItemSelection } from "./object-files.ts";

/** Volume plugin names of Kubernetes, which are part of volume paths. */
export type VolumePlugin = "configmap" | "secret" | "projected" | "downward-api";

/** Source of files of a volume. */
export type VolumeSource =
  | { readonly type: "object"; readonly ref: ObjectRef; readonly isOptional: boolean; readonly items: ItemSelection }
  | { readonly type: "downwardAPI"; readonly items: readonly JsonObject[] }
  | { readonly type: "token"; readonly token: TokenSpec; readonly path: string }
  | { readonly type: "unsupported"; readonly what: string };

/** Audience and lifetime of a service account token. */
export interface TokenSpec {
  /** Audience of the token; empty for that of the API server. */
  readonly audience: string;
  readonly expirationSeconds: number;
}

/** A volume of a Pod with files from objects, the Pod itself, and tokens. */
export interface ConfigVolume {
  readonly name: string;
  readonly plugin: VolumePlugin;
  readonly defaultMode: number;
  /** Sources of files; later ones take precedence for equal paths. */
  readonly sources: readonly VolumeSource[];
}

const DEFAULT_MODE = 0o644;
const DEFAULT_TOKEN_SECONDS = 3600;
const UNSUPPORTED = ["clusterTrustBundle", "podCertificate"] as const;

/** Volumes of a Pod that the agent publishes; other volumes are left to the kubelet. */
export function configVolumesOf(pod: KubeObject): ConfigVolume[] {
  const { namespace = "" } = pod.metadata;
  return asObjects(objectAt(pod, "spec").volumes).flatMap((volume): ConfigVolume[] => {
    const found = PLUGINS.find(({ field }) => hasField(volume, field));
    if (found === undefined) {
      return [];
    }
    const source = objectAt(volume, found.field);
    const defaultMode = numberAt(source, "defaultMode") ?? DEFAULT_MODE;
    const sources = found.sourcesOf(source, namespace);
    return [{ name: asText(volume.name), plugin: found.plugin, defaultMode, sources }];
  });
}

/** Whether a source of the volume is a Secret or a token. */
export function holdsSecrets({ sources }: ConfigVolume): boolean {
  return sources.some(
    (source) => source.type === "token" || (source.type === "object" && source.ref.kind === "Secret"),
  );
}

interface PluginReader {
  readonly field: string;
  readonly plugin: VolumePlugin;
  sourcesOf(source: JsonObject, namespace: string): readonly VolumeSource[];
}

const PLUGINS: readonly PluginReader[] = [
  { field: "configMap", plugin: "configmap", sourcesOf: (source, namespace) => [fromConfigMap(source, namespace)] },
  {
    field: "secret",
    plugin: "secret",
    // Kubernetes: a Secret volume has secretName where a projection has name (api/core/v1/types.go SecretVolumeSource,
    // v1.36).
    sourcesOf: (source, namespace) => [toObject("Secret", { ...source, name: source.secretName ?? "" }, namespace)],
  },
  { field: "downwardAPI", plugin: "downward-api", sourcesOf: (source) => [fromDownward(source)] },
  {
    field: "projected",
    plugin: "projected",
    sourcesOf: (source, namespace) => asObjects(source.sources).flatMap((each) => fromProjection(each, namespace)),
  },
];

function fromProjection(projection: JsonObject, namespace: string): VolumeSource[] {
  const unsupported = UNSUPPORTED.find((field) => hasField(projection, field));
  if (unsupported !== undefined) {
    return [{ type: "unsupported", what: unsupported }];
  }
  if (hasField(projection, "secret")) {
    return [toObject("Secret", objectAt(projection, "secret"), namespace)];
  }
  if (hasField(projection, "configMap")) {
    return [fromConfigMap(objectAt(projection, "configMap"), namespace)];
  }
  if (hasField(projection, "downwardAPI")) {
    return [fromDownward(objectAt(projection, "downwardAPI"))];
  }
  const token = objectAt(projection, "serviceAccountToken");
  const expirationSeconds = numberAt(token, "expirationSeconds") ?? DEFAULT_TOKEN_SECONDS;
  return hasField(projection, "serviceAccountToken")
    ? [{ type: "token", token: { audience: asText(token.audience), expirationSeconds }, path: asText(token.path) }]
    : [];
}

function fromConfigMap(source: JsonObject, namespace: string): VolumeSource {
  return toObject("ConfigMap", source, namespace);
}

function fromDownward(source: JsonObject): VolumeSource {
  return { type: "downwardAPI", items: asObjects(source.items) };
}

function toObject(kind: ObjectKind, source: JsonObject, namespace: string): VolumeSource {
  const items = asObjects(source.items).map((item) => {
    const mode = numberAt(item, "mode");
    return { key: asText(item.key), path: asText(item.path), ...(mode === undefined ? {} : { mode }) };
  });
  const ref = { kind, namespace, name: asText(source.name) };
  return { type: "object", ref, isOptional: source.optional === true, items: items.length === 0 ? undefined : items };
}
