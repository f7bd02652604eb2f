import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Tests whose files share the modules of their worker, as they would in a program: to load the server anew costs one to
 * two seconds a file. They change nothing that outlives them: no global, no environment, no mocked module.
 */
const SHARED = [
  "packages/apiserver/src/{aggregation,crd,discovery,filters,http,kinds,list,openapi,output,patch,table}/**/*.test.ts",
  "packages/apiserver/src/{verbs,watch,write}/**/*.test.ts",
  "packages/{cli,lint}/src/**/*.test.ts",
];
const INCLUDE = [
  "packages/*/src/**/*.test.ts",
  "conformance/src/**/*.test.ts",
  "bench/src/**/*.test.ts",
  "scripts/**/*.test.mjs",
  "docs/examples/**/*.test.ts",
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
      { extends: true, test: { name: "shared", isolate: false, include: SHARED, exclude: EXCLUDE } },
      { extends: true, test: { name: "isolated", include: INCLUDE, exclude: [...EXCLUDE, ...SHARED] } },
    ],
    pool: "threads",
    // The examples of docs/testing.md start the kiln of this checkout instead of an installed one.
    env: { KILN: fileURLToPath(new URL("packages/cli/bin/kiln.mjs", import.meta.url)) },
    testTimeout: 30_000,
  },
});
