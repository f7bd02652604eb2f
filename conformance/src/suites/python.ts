import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJunit } from "./read-results.ts";
import type { Stage, Suite, TestResult } from "./suite.ts";

const CLIENT = "37.0.2";
const KOPF = "1.45.2";

/** Written in place of a module that the published package leaves out: its tests find the server by it. */
const BASE = `import asyncio
from kubernetes.client.configuration import Configuration
from kubernetes.config import kube_config


def get_e2e_configuration():
    config = Configuration()
    kube_config.load_kube_config(client_configuration=config)
    config.assert_hostname = False
    return config
`;

/** Sockets that Python closes late are not failures. */
const LATE = ["-p", "no:unraisableexception", "-W", "ignore::ResourceWarning"];

const client = { title: "kubernetes (Python)", version: CLIENT, programs: ["python3"] };

export const pythonSuites: readonly Suite[] = [
  {
    ...client,
    name: "python",
    about: "tests of the dynamic client in the published package",
    run: async (stage) => {
      const python = await install(stage, [`kubernetes==${CLIENT}`, "pytest"]);
      const folder = await fetchSource(stage, "kubernetes", CLIENT);
      mkdirSync(join(folder, "kubernetes", "e2e_test"));
      writeFileSync(join(folder, "kubernetes", "e2e_test", "__init__.py"), "");
      writeFileSync(join(folder, "kubernetes", "e2e_test", "base.py"), BASE);
      const { kubeconfig } = await stage.startServer();
      return runPytest(stage, { python, folder, kubeconfig, args: ["kubernetes/dynamic"] });
    },
  },
  {
    ...client,
    name: "python-e2e",
    about: "its end-to-end tests",
    source: "python",
    run: async (stage) => {
      const python = await install(stage, [`kubernetes==${CLIENT}`, "pytest", "urllib3", "pyyaml"]);
      const folder = await fetchSource(stage, "kubernetes", CLIENT);
      const tests = join("kubernetes", "e2e_test");
      cpSync(join(stage.source, tests), join(folder, tests), { recursive: true });
      const { kubeconfig } = await stage.startServer(["--simulate"]);
      return runPytest(stage, { python, folder, kubeconfig, args: [tests] });
    },
  },
  {
    name: "kopf",
    title: "kopf (Python operators)",
    about: "end-to-end tests: its examples, run",
    version: KOPF,
    programs: ["python3", "kubectl"],
    run: async (stage) => {
      const needs = [
        "certbuilder",
        "certvalidator",
        "oscrypto",
        "freezegun",
        "kmock",
        "looptime",
        "pyngrok",
        "pykube-ng",
        "setuptools",
      ];
      const plugins = ["pytest", "pytest-aiohttp", "pytest-asyncio", "pytest-cov", "pytest-mock", "pytest-timeout"];
      const python = await install(stage, [`kopf==${KOPF}`, "kubernetes", ...needs, ...plugins]);
      const folder = await fetchSource(stage, "kopf", KOPF);
      const { kubeconfig } = await stage.startServer();
      return runPytest(stage, {
        python,
        folder,
        kubeconfig,
        args: ["--no-cov", "--only-e2e", "--timeout=300", ...LATE, "tests/e2e"],
      });
    },
  },
];

/** Path of a Python with these packages. */
async function install({ folder, run }: Stage, packages: readonly string[]): Promise<string> {
  const home = join(folder, "python");
  const python = join(home, "bin", "python");
  const made = await run("python3", ["-m", "venv", home]);
  const installed = await run(python, ["-m", "pip", "install", "--quiet", ...packages]);
  if (made.code !== 0 || installed.code !== 0) {
    throw new Error(`pip install failed: ${installed.output.slice(-2000)}`);
  }
  return python;
}

/** Folder of a published source distribution, which has the tests. */
async function fetchSource({ folder, run }: Stage, name: string, version: string): Promise<string> {
  const flags = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", folder];
  const { code, output } = await run("python3", [...flags, `${name}==${version}`]);
  const archive = readdirSync(folder).find((file) => file.startsWith(`${name}-`) && file.endsWith(".tar.gz"));
  if (code !== 0 || archive === undefined) {
    throw new Error(`pip download failed: ${output.slice(-2000)}`);
  }
  await run("tar", ["xzf", archive], { cwd: folder });
  return join(folder, archive.replace(/\.tar\.gz$/, ""));
}

interface PytestRun {
  readonly python: string;
  readonly folder: string;
  readonly kubeconfig: string;
  readonly args: readonly string[];
}

async function runPytest(stage: Stage, { python, folder, kubeconfig, args }: PytestRun): Promise<TestResult[]> {
  const report = join(stage.folder, "junit.xml");
  await stage.run(python, ["-m", "pytest", "-q", `--junitxml=${report}`, ...args], {
    cwd: folder,
    env: { KUBECONFIG: kubeconfig },
  });
  return existsSync(report) ? readJunit(readFileSync(report, "utf8")) : [];
}
