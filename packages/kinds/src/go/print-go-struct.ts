import {
  type FieldError,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  printGoJson,
  printGoRawJson,
} from "@kiln/api";
import { wasGivenEmpty } from "../natives/given-empty.ts";
import { heldFields, POD_SPEC, SHARED_WITH_NODE } from "../natives/held-fields.ts";
import type { NativeField, NativeType, StructType } from "../natives/native-type.ts";
import { typeLibrary } from "../natives/type-library.ts";

/**
 * Prints a value as Kubernetes' errors do: internal Go types have no JSON names, so every field is printed, set or not,
 * by its Go name. `fields` limits the output to these fields.
 */
export function printGoStruct(path: string, value: JsonValue | undefined, fields?: readonly string[]): string {
  if (!isJsonObject(value)) {
    return "null";
  }
  const type = typeLibrary.struct(path);
  return fields === undefined ? print(type, value) : printFields(type, value, new Set(fields));
}

/** Error with a value that prints as a Go struct such as `core/v1.ServicePort`. */
export function withGoStruct(error: FieldError, path: string): FieldError {
  return { ...error, printed: printGoStruct(path, error.value) };
}

function print(type: NativeType, value: JsonValue | undefined): string {
  switch (type.form) {
    case "struct":
      return printFields(type, isJsonObject(value) ? value : {});
    case "pointer":
      return (value ?? null) === null ? "null" : print(type.to, value);
    case "list":
      return Array.isArray(value) ? `[${value.map((item) => print(type.items, item)).join(",")}]` : "null";
    case "map":
      return isJsonObject(value) ? printMap(type.values, value) : "null";
    case "raw":
      return printGoRawJson(value ?? null);
    default:
      return printGoJson(value ?? ZEROS[type.form] ?? null);
  }
}

/**
 * Kubernetes: shared meta types keep their JSON tags in the printed struct; an inline struct prints as fields of its
 * parent (validation/field/errors.go ErrorBody, v1.36).
 */
function printFields(type: StructType, object: JsonObject, wanted?: ReadonlySet<string>): string {
  const printed = heldFields(type).flatMap(([name, field]) => {
    const value = getOwn(object, name);
    if (isShared(type)) {
      return value === undefined ? [] : [`"${name}":${print(field.type, value)}`];
    }
    if (field.type.form === "struct" && field.type.struct === "ObjectMeta") {
      const inside = print(field.type, value).slice(1, -1);
      return inside === "" ? [] : [inside];
    }
    return wanted?.has(name) === false ? [] : [`"${goName(type.path, name)}":${printField(type, name, field, object)}`];
  });
  return `{${printed.join(",")}}`;
}

function printField({ path }: StructType, name: string, { type }: NativeField, object: JsonObject): string {
  if (path === POD_SPEC && name === "securityContext") {
    return printPodSecurity(type, object);
  }
  if ((type.form === "list" || type.form === "map") && wasGivenEmpty(object, name)) {
    return type.form === "list" ? "[]" : "{}";
  }
  return print(type, getOwn(object, name));
}

/**
 * Kubernetes: the internal Pod keeps the host settings in its security context, which is never nil
 * (core/v1/conversion.go Convert_v1_PodSpec_To_core_PodSpec, v1.36).
 */
function printPodSecurity(type: NativeType, spec: JsonObject): string {
  const pod = typeLibrary.struct(POD_SPEC);
  const shared = SHARED_WITH_NODE.map((name) => {
    const field = pod.fields.get(name) as NativeField;
    return `"${goName(POD_SPEC, name)}":${print(field.type, getOwn(spec, name))}`;
  });
  const own = print(type, getOwn(spec, "securityContext") ?? {});
  return `{${shared.join(",")},${own.slice(1)}`;
}

function isShared({ path }: StructType): boolean {
  return path.startsWith("meta/");
}

function printMap(type: NativeType, map: Readonly<Record<string, JsonValue>>): string {
  const keys = Object.keys(map).sort();
  return `{${keys.map((key) => `${printGoJson(key)}:${print(type, getOwn(map, key))}`).join(",")}}`;
}

const ZEROS: Readonly<Record<string, JsonValue>> = {
  string: "",
  bool: false,
  int32: 0,
  int64: 0,
  float64: 0,
  quantity: "0",
  intOrString: 0,
};

/** Go name of a JSON field; `path` is the type: `core/v1.Pod`. */
export function goName(path: string, field: string): string {
  const [, ofType] = OF_TYPES.find(([type]) => path.includes(type)) ?? [];
  return ofType?.[field] ?? NAMES[field] ?? field.charAt(0).toUpperCase() + field.slice(1);
}

/** Go names of fields in some types only, by part of the type's path. */
const OF_TYPES: readonly (readonly [type: string, names: Readonly<Record<string, string>>])[] = [
  [".RBD", { image: "RBDImage", monitors: "CephMonitors", pool: "RBDPool", user: "RadosUser" }],
  [".Glusterfs", { endpoints: "EndpointsName" }],
  [
    ".DeviceAttribute",
    {
      bool: "BoolValue",
      bools: "BoolValues",
      int: "IntValue",
      ints: "IntValues",
      string: "StringValue",
      strings: "StringValues",
      version: "VersionValue",
      versions: "VersionValues",
    },
  ],
];

/** Go names that differ from the capitalized JSON name. */
const NAMES: Readonly<Record<string, string>> = {
  apiGroup: "APIGroup",
  apiGroups: "APIGroups",
  apiVersion: "APIVersion",
  awsElasticBlockStore: "AWSElasticBlockStore",
  cel: "CEL",
  cephfs: "CephFS",
  chapAuthDiscovery: "DiscoveryCHAPAuth",
  chapAuthSession: "SessionCHAPAuth",
  cidr: "CIDR",
  cidrs: "CIDRs",
  csi: "CSI",
  diskURI: "DataDiskURI",
  dnsConfig: "DNSConfig",
  dnsPolicy: "DNSPolicy",
  externalID: "DoNotUseExternalID",
  fc: "FC",
  fsGroup: "FSGroup",
  fsGroupChangePolicy: "FSGroupChangePolicy",
  fsGroupPolicy: "FSGroupPolicy",
  fsType: "FSType",
  gcePersistentDisk: "GCEPersistentDisk",
  gmsaCredentialSpec: "GMSACredentialSpec",
  gmsaCredentialSpecName: "GMSACredentialSpecName",
  grpc: "GRPC",
  http: "HTTP",
  httpGet: "HTTPGet",
  httpHeaders: "HTTPHeaders",
  ip: "IP",
  ipBlock: "IPBlock",
  ipFamilies: "IPFamilies",
  ipFamilyPolicy: "IPFamilyPolicy",
  ipMode: "IPMode",
  iqn: "IQN",
  iscsi: "ISCSI",
  iscsiInterface: "ISCSIInterface",
  nfs: "NFS",
  os: "OS",
  osImage: "OSImage",
  pdName: "PDName",
  rbd: "RBD",
  seLinuxChangePolicy: "SELinuxChangePolicy",
  seLinuxMount: "SELinuxMount",
  seLinuxOptions: "SELinuxOptions",
  sslEnabled: "SSLEnabled",
  storageos: "StorageOS",
  tcpSocket: "TCPSocket",
  tls: "TLS",
  tty: "TTY",
  uid: "UID",
  wwids: "WWIDs",
};
