import { ConnectionError, type Transport } from "@kiln/client";
import { ConsoleError } from "../connection/session.ts";

/** Reason why the cluster cannot be used. */
export interface Trouble {
  /** `session`: only a new link helps. `credentials`: the cluster rejects those of the kubeconfig. */
  readonly kind: "unreachable" | "credentials" | "session";
  readonly text: string;
}

/** Reports trouble when requests fail, and undefined as soon as one is answered. */
export function watchTrouble(transport: Transport, report: (trouble: Trouble | undefined) => void): Transport {
  return {
    async send(request) {
      try {
        const response = await transport.send(request);
        report(response.status === 401 ? { kind: "credentials", text: CREDENTIALS } : undefined);
        return response;
      } catch (error) {
        if (error instanceof ConsoleError && error.problem === "session") {
          report({ kind: "session", text: error.message });
        } else if (error instanceof ConnectionError) {
          report({ kind: "unreachable", text: error.message });
        }
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

const CREDENTIALS =
  "The cluster answers 401 Unauthorized: the credentials of the kubeconfig have expired or were revoked. Renew them as " +
  "you do for kubectl; the page goes on by itself.";
