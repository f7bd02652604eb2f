// `@kiln/client/node`: the parts that need Node's sockets, files and processes.
export {
  type ClusterAccess,
  type Credentials,
  KubeconfigError,
  type KubeconfigOptions,
  loadAccess,
} from "./node-kubeconfig.ts";
export { openTransport } from "./node-transport.ts";
