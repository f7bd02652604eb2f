import { copyFileSync, cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readJunit } from "./read-results.ts";
import type { Stage, Suite, TestResult } from "./suite.ts";

const WALK = fileURLToPath(new URL("../../suites/node/walk.test.mjs", import.meta.url));
const OWN = fileURLToPath(new URL("../../suites/node/own.test.mjs", import.meta.url));
const TSX = "tsx@4.21.0";
const CLIENT = "@kubernetes/client-node";

/** Package of a registry that has a Node of one release for this machine. */
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

export const clientNodeSuites: readonly Suite[] = [
  clientNodeSuite({ name: "client-node-1", version: "1.4.0", node: "20" }),
  clientNodeSuite({ name: "client-node-2", version: "2.0.1", node: "24" }),
  ownSuite({ name: "client-node-1-own", version: "1.4.0", node: "20" }),
  ownSuite({ name: "client-node-2-own", version: "2.0.1", node: "24" }),
];

interface Release {
  readonly name: string;
  readonly version: string;
  /** Major version of Node. */
  readonly node: string;
}

/** No registry has the tests of this client; a walk of our own uses it. */
function clientNodeSuite({ name, version, node }: Release): Suite {
  return {
    name,
    title: "@kubernetes/client-node (JavaScript)",
    about: `a walk through its APIs, on Node ${node}`,
    version,
    programs: ["npm"],
    run: async (stage) => {
      const program = await install(stage, [`${CLIENT}@${version}`, `${nodePackage}@${node}`]);
      copyFileSync(WALK, join(stage.folder, "walk.test.mjs"));
      return runTests(stage, program, ["walk.test.mjs"]);
    },
  };
}

/** The client's own integration tests, from its sources, on its published package. */
function ownSuite({ name, version, node }: Release): Suite {
  return {
    name,
    title: "@kubernetes/client-node (JavaScript)",
    about: `its integration tests, on Node ${node}`,
    version,
    programs: ["npm"],
    source: name.slice(0, -"-own".length),
    run: async (stage) => {
      const { folder, source } = stage;
      const program = await install(stage, [`${CLIENT}@${version}`, `${nodePackage}@${node}`, TSX]);
      // Outside node_modules, below which TypeScript is not compiled.
      const client = join(folder, "client");
      cpSync(join(folder, "node_modules", CLIENT), client, { recursive: true });
      cpSync(join(source, "src", "test"), join(client, "dist", "test"), { recursive: true });
      copyFileSync(OWN, join(folder, "own.test.mjs"));
      return runTests(stage, program, ["--import", "tsx", "own.test.mjs"]);
    },
  };
}

async function runTests(stage: Stage, program: string, args: readonly string[]): Promise<readonly TestResult[]> {
  const { folder } = stage;
  const { kubeconfig } = await stage.startServer();
  const report = join(folder, "junit.xml");
  const flags = ["--test", "--test-reporter=junit", `--test-reporter-destination=${report}`, ...args];
  await stage.run(program, flags, { cwd: folder, env: { KUBECONFIG: kubeconfig } });
  return existsSync(report) ? readJunit(readFileSync(report, "utf8")) : [];
}

/** Path of the installed Node. */
async function install({ folder, run }: Stage, packages: readonly string[]): Promise<string> {
  const { code, output } = await run("npm", ["install", "--no-save", "--no-audit", "--prefix", folder, ...packages]);
  if (code !== 0) {
    throw new Error(`npm install failed: ${output.slice(-2000)}`);
  }
  return join(folder, "node_modules", nodePackage, "bin", "node");
}
