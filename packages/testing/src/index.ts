export type { ClusterStorage } from "./clusters/cluster-storage.ts";
export { createMemoryStorage } from "./clusters/memory-storage.ts";
export {
  createTestingServer,
  type TestingServer,
  type TestingServerOptions,
  type WorkloadOptions,
} from "./create-testing-server.ts";
