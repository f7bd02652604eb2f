import { asObjects, asText, decodeBytewise, decodeUtf8, isJsonObject, type JsonObject, objectAt } from "@kiln/api";
import { decodeBase64, decodeStoredJson, LOCAL_REASON, openStoredValue, type ProjectedEvent } from "@kiln/kinds";
import type { ProxyTls } from "@kiln/wire";
import type { RemoteDocuments } from "./fetch-documents.ts";

export const API_SERVICE_PREFIX = "/registry/apiregistration.k8s.io/apiservices/";

/** A group version that an extension API server serves, from its APIService. */
export interface AggregatedVersion {
  /** Name of the APIService: `v1beta1.metrics.k8s.io`. */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly groupPriority: number;
  readonly versionPriority: number;
  readonly service: { readonly namespace: string; readonly name: string; readonly port: number };
  readonly tls: Pick<ProxyTls, "ca" | "isUnverified">;
  /** Status of the condition Available of the APIService. */
  readonly isAvailable: boolean;
}

/** Group versions of extension API servers: follows APIServices, and keeps the documents that were fetched from them. */
export interface Aggregation {
  /** True on most servers: requests then skip all lookups. */
  readonly isEmpty: boolean;
  /** Incremented by every change: a cache key for derived documents. */
  readonly generation: number;
  find(group: string, version: string): AggregatedVersion | undefined;
  all(): Iterable<AggregatedVersion>;
  /** Groups of APIServices without a service, which this server serves itself. */
  localGroups(): Iterable<string>;
  localVersions(group: string): Iterable<string>;
  /**
   * Keys of APIServices whose condition the aggregator writes: all with a service, and those without a service that
   * lack the condition.
   */
  toCheck(): Iterable<string>;
  isToCheck(key: string): boolean;
  /** Discovery and OpenAPI of a version; undefined until they were fetched. */
  documentsOf(version: AggregatedVersion): RemoteDocuments | undefined;
  setDocuments(version: AggregatedVersion, documents: RemoteDocuments): void;
  /** Applies an event of {@link API_SERVICE_PREFIX}. */
  apply(event: Pick<ProjectedEvent, "key" | "value">): void;
}

export function createAggregation(): Aggregation {
  const byKey = new Map<string, AggregatedVersion>();
  const byVersion = new Map<string, AggregatedVersion>();
  const documents = new Map<string, RemoteDocuments>();
  const local = createLocalVersions();
  const unsettled = new Set<string>();
  const aggregation: Aggregation & { isEmpty: boolean; generation: number } = {
    isEmpty: true,
    generation: 0,
    find: (group, version) => byVersion.get(`${group}/${version}`),
    all: () => byKey.values(),
    localGroups: local.groups,
    localVersions: local.versionsOf,
    toCheck: () => [...byKey.keys(), ...unsettled],
    isToCheck: (key) => byKey.has(key) || unsettled.has(key),
    documentsOf: ({ name }) => documents.get(name),
    setDocuments({ name, group, version }, fetched) {
      if (byVersion.get(`${group}/${version}`)?.name === name && !isSame(documents.get(name), fetched)) {
        aggregation.generation++;
        documents.set(name, fetched);
      }
    },
    apply({ key, value }) {
      const before = byKey.get(key);
      const text = value === undefined ? undefined : decodeBytewise(value);
      // The server's own APIServices, which are most, are not parsed, so that a start stays fast.
      const after =
        value === undefined || text?.includes('"service":') === false
          ? undefined
          : toVersion(decodeStoredJson(openStoredValue(value).body));
      const isLocal = text !== undefined && after === undefined;
      local.set(key, isLocal);
      if (isLocal && !text.includes(SETTLED)) {
        unsettled.add(key);
      } else {
        unsettled.delete(key);
      }
      if (before !== undefined) {
        byKey.delete(key);
        byVersion.delete(`${before.group}/${before.version}`);
      }
      if (after !== undefined) {
        byKey.set(key, after);
        byVersion.set(`${after.group}/${after.version}`, after);
      } else if (before !== undefined) {
        documents.delete(before.name);
      }
      aggregation.isEmpty = byKey.size === 0;
      if (before !== undefined || after !== undefined) {
        aggregation.generation++;
      }
    },
  };
  return aggregation;
}

/** Part of the JSON of an APIService without a service that has its condition already. */
const SETTLED = `"reason":"${LOCAL_REASON}"`;

interface LocalVersions {
  groups(): Iterable<string>;
  versionsOf(group: string): Iterable<string>;
  set(key: string, isLocal: boolean): void;
}

function createLocalVersions(): LocalVersions {
  const byGroup = new Map<string, Set<string>>();
  return {
    groups: () => byGroup.keys(),
    versionsOf: (group) => byGroup.get(group) ?? [],
    set(key, isLocal) {
      const name = key.slice(API_SERVICE_PREFIX.length);
      const dot = name.indexOf(".");
      const [version, group] = [name.slice(0, dot), name.slice(dot + 1)];
      const versions = byGroup.get(group) ?? new Set();
      if (isLocal) {
        byGroup.set(group, versions.add(version));
      } else if (versions.delete(version) && versions.size === 0) {
        byGroup.delete(group);
      }
    },
  };
}

function isSame(a: RemoteDocuments | undefined, b: RemoteDocuments): boolean {
  return (
    a !== undefined && a.discovery === b.discovery && a.openApiUrl === b.openApiUrl && a.swaggerTag === b.swaggerTag
  );
}

/** Group version of an APIService; undefined if this server serves it itself. */
function toVersion(object: JsonObject): AggregatedVersion | undefined {
  const spec = objectAt(object, "spec");
  const { service } = spec;
  if (!isJsonObject(service)) {
    return undefined;
  }
  const bundle = asText(spec.caBundle);
  return {
    name: asText(objectAt(object, "metadata").name),
    group: asText(spec.group),
    version: asText(spec.version),
    groupPriority: Number(spec.groupPriorityMinimum ?? 0),
    versionPriority: Number(spec.versionPriority ?? 0),
    service: { namespace: asText(service.namespace), name: asText(service.name), port: Number(service.port ?? 443) },
    tls: {
      ca: bundle === "" ? undefined : decodeUtf8(decodeBase64(bundle)),
      isUnverified: spec.insecureSkipTLSVerify === true,
    },
    isAvailable: isAvailable(object),
  };
}

export function isAvailable(object: JsonObject): boolean {
  const conditions = asObjects(objectAt(object, "status").conditions);
  return conditions.some(({ type, status }) => type === "Available" && status === "True");
}
