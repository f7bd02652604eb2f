// Run with node --import tsx --test in a folder that has the client in `client/dist`, with its integration tests in
// `client/dist/test/integration`, and KUBECONFIG set. Each file exports one test.
import { readdirSync } from "node:fs";
import { it } from "node:test";

const FOLDER = new URL("client/dist/test/integration/", import.meta.url);
const OTHERS = ["helpers.ts", "index.ts", "name.ts"];

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".ts") && !OTHERS.includes(name))) {
  it(file.slice(0, -".ts".length), async () => {
    const { default: run } = await import(new URL(file, FOLDER).href);
    await run();
  });
}
