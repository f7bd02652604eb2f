import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readJunit } from "./read-results.ts";
import type { Stage, Suite } from "./suite.ts";

const WALK = fileURLToPath(new URL("../../suites/node/walk.test.mjs", import.meta.url));

/** Package of a registry that has a Node of one release for this machine. */
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

export const clientNodeSuites: readonly Suite[] = [
  clientNodeSuite({ name: "client-node-1", version: "1.4.0", node: "20" }),
  clientNodeSuite({ name: "client-node-2", version: "2.0.1", node: "24" }),
];

interface Release {
  readonly name: string;
  readonly version: string;
  /** Major version of Node. */
  readonly node: string;
}

/** No registry has the tests of this client, so that a walk of our own uses it. */
function clientNodeSuite({ name, version, node }: Release): Suite {
  return {
    name,
    title: "@kubernetes/client-node (JavaScript)",
    about: `a walk through its APIs, on Node ${node}`,
    version,
    programs: ["npm"],
    run: async (stage) => {
      const program = await install(stage, [`@kubernetes/client-node@${version}`, `${nodePackage}@${node}`]);
      copyFileSync(WALK, join(stage.folder, "walk.test.mjs"));
      const { kubeconfig } = await stage.startServer();
      const report = join(stage.folder, "junit.xml");
      const flags = ["--test", "--test-reporter=junit", `--test-reporter-destination=${report}`, "walk.test.mjs"];
      await stage.run(program, flags, { cwd: stage.folder, env: { KUBECONFIG: kubeconfig } });
      return existsSync(report) ? readJunit(readFileSync(report, "utf8")) : [];
    },
  };
}

/** Path of the installed Node. */
async function install({ folder, run }: Stage, packages: readonly string[]): Promise<string> {
  const { code, output } = await run("npm", ["install", "--no-save", "--no-audit", "--prefix", folder, ...packages]);
  if (code !== 0) {
    throw new Error(`npm install failed: ${output.slice(-2000)}`);
  }
  return join(folder, "node_modules", nodePackage, "bin", "node");
}
