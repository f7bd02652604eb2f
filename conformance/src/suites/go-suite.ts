import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fetchModule } from "../ecosystem/fetch-module.ts";
import { makeWritable } from "./go-program.ts";
import { readGoEvents, readJunit } from "./read-results.ts";
import type { Stage, Suite, TestResult } from "./suite.ts";

/** A run of `go test`. */
export interface GoRun {
  /** Patterns of packages below the module. */
  readonly packages: readonly string[];
  readonly tags?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Flags of the test binary. */
  readonly args?: readonly string[];
  /** Distinguishes tests that run more than once. */
  readonly label?: string;
}

export interface GoModule extends Omit<Suite, "run" | "programs"> {
  readonly module: string;
  /** Folder of the go.mod below the sources, if not the top. */
  readonly subfolder?: string;
  readonly programs?: readonly string[];
  readonly runs: readonly GoRun[];
  /** Makes files that the project's build would make. */
  prepare?(folder: string, stage: Stage): void | Promise<void>;
}

const GINKGO = "github.com/onsi/ginkgo/v2";

/** Tests of a Go module, unchanged, with the stand-ins of `kiln envtest` in place of its binaries. */
export function goSuite({ module, subfolder = ".", runs, prepare, programs = [], ...suite }: GoModule): Suite {
  return {
    ...suite,
    programs: ["go", ...programs],
    run: async (stage) => {
      // A copy: tests write below their module, and go keeps what it downloads read-only.
      const copy = join(stage.folder, "module");
      cpSync(stage.source === "" ? await fetchModule(module, suite.version) : stage.source, copy, { recursive: true });
      makeWritable(copy);
      const folder = join(copy, subfolder);
      await prepare?.(folder, stage);
      const results: TestResult[] = [];
      for (const run of runs) {
        results.push(...(await testPackages(run, { folder, module, stage })));
      }
      return results;
    },
  };
}

interface Place {
  readonly folder: string;
  readonly module: string;
  readonly stage: Stage;
}

async function testPackages(run: GoRun, place: Place): Promise<TestResult[]> {
  const { ginkgo, plain } = await listPackages(run, place);
  const results = plain.length === 0 ? [] : await testOnce(run, plain, place);
  for (const name of ginkgo) {
    results.push(...(await testOnce(run, [name], place, join(place.stage.folder, "junit.xml"))));
  }
  const { label } = run;
  return label === undefined ? results : results.map((result) => ({ ...result, name: `${label}: ${result.name}` }));
}

/** Packages with tests; those with specs of Ginkgo run one by one, each with a report. */
async function listPackages(run: GoRun, { folder, stage }: Place): Promise<{ ginkgo: string[]; plain: string[] }> {
  const format = '{{.ImportPath}} {{join .TestImports ","}},{{join .XTestImports ","}}';
  const flags = ["list", "-mod=mod", ...tags(run), "-f", format, ...run.packages];
  const { code, output } = await stage.run("go", flags, { cwd: folder, env: { GOWORK: "off" } });
  if (code !== 0) {
    throw new Error(`go list failed: ${output.slice(-2000)}`);
  }
  const lines = output.split("\n").map((line) => line.split(" "));
  const packages = lines.filter(([name, imports]) => name?.includes("/") && (imports ?? ",") !== ",");
  const isGinkgo = ([, imports = ""]: string[]): boolean => imports.split(",").includes(GINKGO);
  return {
    ginkgo: packages.filter(isGinkgo).map(([name = ""]) => name),
    plain: packages.filter((each) => !isGinkgo(each)).map(([name = ""]) => name),
  };
}

async function testOnce(run: GoRun, names: readonly string[], place: Place, report?: string): Promise<TestResult[]> {
  const { folder, module, stage } = place;
  const args = [...(report === undefined ? [] : [`-ginkgo.junit-report=${report}`]), ...(run.args ?? [])];
  const flags = ["test", "-count=1", "-mod=mod", "-p=1", "-timeout=30m", ...tags(run), "-json", ...names];
  const { output } = await stage.run("go", [...flags, ...(args.length === 0 ? [] : ["-args", ...args])], {
    cwd: folder,
    env: { GOWORK: "off", ...programs(stage), ...run.env },
  });
  const results = readGoEvents(output, module);
  if (report === undefined || !existsSync(report)) {
    return results;
  }
  const shortName = names.join(" ").replace(`${module}/`, "");
  const specs = readJunit(readFileSync(report, "utf8"));
  return [
    ...withoutBareFailure(results, shortName, specs),
    ...specs.map((spec) => ({ ...spec, name: `${shortName} ${spec.name}` })),
  ];
}

/** The package itself counts as failed only if no spec has a message. */
function withoutBareFailure(results: TestResult[], name: string, specs: readonly TestResult[]): TestResult[] {
  const hasFailedSpec = specs.some(({ outcome }) => outcome === "failed");
  return hasFailedSpec ? results.filter((result) => result.name !== name) : results;
}

function tags({ tags: names }: GoRun): string[] {
  return names === undefined ? [] : [`-tags=${names}`];
}

/** Variables by which suites find the programs. */
function programs({ assets }: Stage): Readonly<Record<string, string>> {
  return {
    KUBEBUILDER_ASSETS: assets,
    TEST_ASSET_KUBE_APISERVER: join(assets, "kube-apiserver"),
    TEST_ASSET_ETCD: join(assets, "etcd"),
    TEST_ASSET_KUBECTL: join(assets, "kubectl"),
  };
}
