import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const INCLUDE = [
  "packages/*/src/**/*.test.ts",
  "conformance/src/**/*.test.ts",
  "bench/src/**/*.test.ts",
  "scripts/**/*.test.mjs",
  "docs/examples/**/*.test.ts",
];
/**
 * Tests that run with modules of their own, because they change something that outlives them: a global, a prototype,
 * the environment. All others share the modules of their worker, as they would in a program: to load the server again
 * costs one to two seconds a file. `scripts/shared-tests.test.mjs` fails on a test that belongs into this list.
 */
export const ISOLATED = [
  "packages/agent/src/memory-root.test.ts",
  "packages/agent/src/writer/large-payload.test.ts",
  "packages/api/src/text/text-bytes.test.ts",
  "packages/apiserver/src/list/head-index.test.ts",
  "packages/cli/src/envtest/envtest.test.ts",
  "packages/client/src/node-session.test.ts",
  "packages/playground/src/**/*.test.ts",
  "packages/store/src/lmdb/key-counts.test.ts",
  "packages/store/src/lmdb/lmdb-store.test.ts",
  "packages/store/src/store-clock.test.ts",
  "packages/testing/src/young-garbage.test.ts",
  "packages/wire/src/pieces.test.ts",
  "conformance/src/check-alone.test.ts",
  "conformance/src/examples/*.test.ts",
  "conformance/src/playground/*.test.ts",
];
const EXCLUDE = ["**/node_modules/**", "**/dist/**"];

// Tests run from source: the `source` condition of each package's exports points at src/index.ts,
// so no build is needed before a test.
export default defineConfig({
  resolve: { conditions: ["source", "node", "import", "default"] },
  ssr: {
    resolve: { conditions: ["source", "node", "import", "default"], externalConditions: ["node", "import", "default"] },
  },
  test: {
    projects: [
      { extends: true, test: { name: "shared", isolate: false, include: INCLUDE, exclude: [...EXCLUDE, ...ISOLATED] } },
      { extends: true, test: { name: "isolated", include: ISOLATED, exclude: EXCLUDE } },
    ],
    pool: "threads",
    // The examples of docs/testing.md start the kiln of this checkout instead of an installed one.
    env: { KILN: fileURLToPath(new URL("packages/cli/bin/kiln.mjs", import.meta.url)) },
    // Vitest leaves one processor free by default, which is half of a machine with two.
    maxWorkers: "100%",
    testTimeout: 30_000,
    // Some hooks start a server, which takes more than the default of ten seconds on a busy machine.
    hookTimeout: 30_000,
  },
});
