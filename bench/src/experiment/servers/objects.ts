import { objectNameOf, type PodPlace, type Point } from "../plan/point.ts";
import { STAMP, TEXT } from "../publication-log.ts";
import { nodeName } from "./material.ts";

export const NAMESPACE = "load";
export const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;

export const KINDS = [
  { kind: "ConfigMap", path: `/api/v1/namespaces/${NAMESPACE}/configmaps` },
  { kind: "Secret", path: `/api/v1/namespaces/${NAMESPACE}/secrets` },
] as const;

export type ConfigKind = (typeof KINDS)[number]["kind"];

export interface Content {
  /** Text that distinguishes contents of objects with the same name. */
  readonly text: string;
  readonly stampMs: number;
}

/** Values of `data`, base64 for a Secret. */
export function contentOf(kind: ConfigKind, { text, stampMs }: Content): Record<string, string> {
  const data = { [TEXT]: text, [STAMP]: String(stampMs) };
  return kind === "ConfigMap" ? data : toBase64(data);
}

function toBase64(data: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString("base64")]));
}

/** A ConfigMap or Secret; immutable if its name begins with `i`. */
export function configObject(kind: ConfigKind, name: string, { text, bytes }: { text: string; bytes: number }): object {
  const filler = "x".repeat(bytes);
  const padding = kind === "ConfigMap" ? { filler } : toBase64({ filler });
  return {
    apiVersion: "v1",
    kind,
    metadata: { name, namespace: NAMESPACE },
    ...(name.startsWith("i") ? { immutable: true } : {}),
    data: { ...contentOf(kind, { text, stampMs: 0 }), ...padding },
  };
}

export interface PodOptions {
  readonly name: string;
  readonly node: number;
  /** Name of the Secret and the ConfigMap; undefined for a Pod without volumes. */
  readonly objectName?: string | undefined;
  readonly consumption: Point["consumption"];
}

export function podObject({ name, node, objectName, consumption }: PodOptions): object {
  const container = { name: "main", image: "none" };
  const parts = objectName === undefined ? { container, volumes: [] } : MOUNTS[consumption](container, objectName);
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: NAMESPACE },
    spec: {
      nodeName: nodeName(node),
      automountServiceAccountToken: false,
      containers: [parts.container],
      volumes: parts.volumes,
    },
  };
}

const MOUNTS = {
  volume: (container: object, name: string) => ({
    container: {
      ...container,
      volumeMounts: [
        { name: "config", mountPath: "/config" },
        { name: "secret", mountPath: "/secret" },
      ],
    },
    volumes: [
      { name: "config", configMap: { name } },
      { name: "secret", secret: { secretName: name } },
    ],
  }),
  env: (container: object, name: string) => ({
    container: { ...container, envFrom: [{ configMapRef: { name } }, { secretRef: { name } }] },
    volumes: [],
  }),
};

export function plannedPod(point: Point, { node, pod }: PodPlace): object {
  const objectName = point.mode === "none" ? undefined : objectNameOf(point, node, pod);
  return podObject({ name: `p-${node}-${pod}`, node, objectName, consumption: point.consumption });
}
