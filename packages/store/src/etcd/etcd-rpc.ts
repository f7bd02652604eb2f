import {
  decodeHeaderRevision,
  decodeLeaseGrantResponse,
  decodeRangeResponse,
  decodeText,
  decodeTxnResponse,
  encodeAuthenticateRequest,
  encodeCompactionRequest,
  encodeLeaseGrantRequest,
  encodePutRequest,
  encodeRangeRequest,
  encodeTxnRequest,
} from "./messages.ts";

/** One method of etcd's gRPC services: its path, request and response. */
export interface EtcdRpc<Request, Response> {
  readonly path: string;
  readonly encode: (request: Request) => Uint8Array;
  readonly decode: (bytes: Uint8Array) => Response;
}

export const watchPath = "/etcdserverpb.Watch/Watch";

/** Every gRPC call the store makes to etcd, except the watch. */
export const etcdRpc = {
  range: { path: "/etcdserverpb.KV/Range", encode: encodeRangeRequest, decode: decodeRangeResponse },
  put: { path: "/etcdserverpb.KV/Put", encode: encodePutRequest, decode: decodeHeaderRevision },
  txn: { path: "/etcdserverpb.KV/Txn", encode: encodeTxnRequest, decode: decodeTxnResponse },
  compact: { path: "/etcdserverpb.KV/Compact", encode: encodeCompactionRequest, decode: decodeHeaderRevision },
  leaseGrant: {
    path: "/etcdserverpb.Lease/LeaseGrant",
    encode: encodeLeaseGrantRequest,
    decode: decodeLeaseGrantResponse,
  },
  authenticate: { path: "/etcdserverpb.Auth/Authenticate", encode: encodeAuthenticateRequest, decode: decodeText },
} as const;
