import { type Client, createClient } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";

/** Flags that select the cluster of a command. */
export interface ClusterOptions {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}

/** Calls `act` with a client that is closed afterwards. */
export async function withClient<T>(
  { kubeconfig, context }: ClusterOptions,
  act: (client: Client) => Promise<T>,
): Promise<T> {
  const transport = openTransport(loadAccess({ file: kubeconfig, context }));
  const client = createClient({ transport, userAgent: "kiln-snapshot/1" });
  try {
    return await act(client);
  } finally {
    client.close();
  }
}
