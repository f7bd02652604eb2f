// npm run test:node -- 24 [PATH...]: runs the tests on the newest Node of a major version, from a registry package.
// With --short, only those that depend on Node most: the embedded store, HTTP, the command, kubectl.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const SHORT = [
  ...["packages/store/src/lmdb/lmdb-store.test.ts", "packages/store/src/lmdb/journal.test.ts", "packages/wire/src"],
  ...["packages/webhook/src", "packages/cli/src/kiln.test.ts", "packages/cli/src/serve/renew-tls.test.ts"],
  ...["conformance/src/clients/client-node.test.ts", "conformance/src/kubectl/readme-walk.test.ts"],
];

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [major = "", ...rest] = process.argv.slice(2);
if (!/^\d+$/.test(major)) {
  console.error("usage: npm run test:node -- MAJOR [--short | PATH...]; MAJOR is a version of Node, such as 24");
  process.exit(2);
}
const node = install();
console.log(spawnSync(node, ["-p", "'Node ' + process.version"], { encoding: "utf8" }).stdout.trim());
const paths = rest.includes("--short") ? SHORT : rest;
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(node, [vitest, "run", ...paths], {
  cwd: root,
  stdio: "inherit",
  // Tests also start the program `node`.
  env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
});
process.exit(status ?? 1);

/** Path of that Node, which is fetched once for each major version. */
function install() {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const folder = join(root, ".cache", `node-${major}`);
  const program = join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const flags = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, `${name}@${major}`];
    const { status: installed } = spawnSync("npm", flags, { stdio: "inherit" });
    if (installed !== 0) {
      console.error(`npm could not install ${name}@${major}`);
      process.exit(1);
    }
  }
  return program;
}
