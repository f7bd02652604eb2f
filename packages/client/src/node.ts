// What needs Node's sockets, files and processes has an entry of its own, `@kiln/client/node`.
export {
  type ClusterAccess,
  type Credentials,
  KubeconfigError,
  type KubeconfigOptions,
  loadAccess,
} from "./node-kubeconfig.ts";
export { openTransport } from "./node-transport.ts";
