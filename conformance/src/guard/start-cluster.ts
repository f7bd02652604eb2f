import { join } from "node:path";
import { type Client, createClient } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { type PeerPrograms, startPeerProcess } from "../serve/peer-process.ts";
import { startServeProcess } from "../serve/serve-process.ts";

/** A cluster without support for marks and unions. */
export interface StockCluster {
  readonly client: Client;
  /** Files of a certificate for loopback and its CA. */
  readonly tls: { readonly certFile: string; readonly keyFile: string; readonly caFile: string };
  close(): Promise<void>;
}

/** Flags that switch off the features that Kubernetes never had. */
export const STOCK_FLAGS = [
  "--store",
  "memory",
  "--semantics",
  "upstream",
  "--feature-gates",
  "FieldMutability=false,Unions=false",
];

/** Starts Kiln without the features that Kubernetes never had. */
export async function startStockKiln(): Promise<StockCluster> {
  const kiln = await startServeProcess(STOCK_FLAGS);
  const client = createClient({
    transport: openTransport(loadAccess({ file: kiln.kubeconfig })),
    userAgent: "guard-test/1",
  });
  return {
    client,
    tls: tlsIn(join(kiln.folder, "data", "pki")),
    close: async () => {
      client.close();
      await kiln.close();
    },
  };
}

function tlsIn(folder: string): StockCluster["tls"] {
  return {
    certFile: join(folder, "server.crt"),
    keyFile: join(folder, "server.key"),
    caFile: join(folder, "ca.crt"),
  };
}

/** Starts a kube-apiserver with its own etcd. */
export async function startPeer(programs: PeerPrograms): Promise<StockCluster> {
  const peer = await startPeerProcess(programs);
  const client = createClient({
    transport: openTransport(loadAccess({ file: peer.kubeconfig })),
    userAgent: "guard-test/1",
  });
  return {
    client,
    tls: peer.tls,
    close: async () => {
      client.close();
      await peer.close();
    },
  };
}
