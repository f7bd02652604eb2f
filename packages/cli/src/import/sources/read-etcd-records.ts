import type { JsonObject } from "@kiln/api";
import { createKubernetesKeys, createProtobuf, decodeStoredJson, decodeStoredValue, isEnvelope } from "@kiln/kinds";
import { type EtcdPair, readEtcdFile } from "@kiln/store/etcd-dump";
import type { ImportRecord, LeftOut } from "../import-record.ts";

/** Decodes a key and value of etcd; undefined for a key that is no object. */
export type EtcdDecoder = (pair: EtcdPair) => ImportRecord | undefined;

const BRACE = 0x7b;
const KILN_FORMAT = 1;
const ENCRYPTED = "k8s:enc:";

/** Decoder of values that kube-apiserver or Kiln stored below the prefix. */
export function createEtcdDecoder(prefix: string, leftOut: LeftOut): EtcdDecoder {
  const layout = createKubernetesKeys();
  const protobuf = createProtobuf();
  const decode = (value: Uint8Array): JsonObject => {
    if (value[0] === BRACE) {
      return decodeStoredJson(value);
    }
    if (value[0] === KILN_FORMAT) {
      return decodeStoredValue(value);
    }
    if (!isEnvelope(value)) {
      const isEncrypted = Buffer.from(value.subarray(0, ENCRYPTED.length)).toString("latin1") === ENCRYPTED;
      throw new Error(
        isEncrypted ? "encrypted at rest: import with --kubeconfig instead" : "neither JSON nor protobuf",
      );
    }
    const message = protobuf.open(value, { apiVersion: "", kind: "" });
    if (!protobuf.has(message.type)) {
      throw new Error(`of kind ${message.type.kind} of ${message.type.apiVersion}, which Kiln does not serve`);
    }
    return message.read();
  };
  return ({ key, value, revision }) => {
    const rest = key.slice(prefix.length);
    // In Kiln's layout keys begin with `core/` or a group, which they never do in kube-apiserver's.
    const own = rest.startsWith("core/") ? rest : layout.fromStored(rest);
    if (own === undefined) {
      return undefined;
    }
    try {
      return { object: decode(value), key: `/registry/${own}`, revision, origin: key };
    } catch (error) {
      leftOut.add(`value not read: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  };
}

/** Every object in a snapshot file or data directory of etcd. */
export function readEtcdRecords(path: string, prefix: string, leftOut: LeftOut): ImportRecord[] {
  const { pairs } = readEtcdFile(path, prefix);
  const decoder = createEtcdDecoder(prefix, leftOut);
  return pairs.map(decoder).filter((record) => record !== undefined);
}
