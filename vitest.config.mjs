import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Tests run from source: the `source` condition of each package's exports points at src/index.ts,
// so no build is needed before a test.
export default defineConfig({
  resolve: { conditions: ["source", "node", "import", "default"] },
  ssr: {
    resolve: { conditions: ["source", "node", "import", "default"], externalConditions: ["node", "import", "default"] },
  },
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "conformance/src/**/*.test.ts",
      "bench/src/**/*.test.ts",
      "scripts/**/*.test.mjs",
      "docs/examples/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    pool: "threads",
    // The examples of docs/testing.md start the kiln of this checkout instead of an installed one.
    env: { KILN: fileURLToPath(new URL("packages/cli/bin/kiln.mjs", import.meta.url)) },
    testTimeout: 30_000,
  },
});
