import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readJunit } from "./read-results.ts";
import type { Suite, TestResult } from "./suite.ts";

const PROJECTS = fileURLToPath(new URL("../../suites/java/", import.meta.url));

export const javaSuites: readonly Suite[] = [
  mavenSuite({
    name: "fabric8",
    title: "fabric8 kubernetes-client (Java)",
    about: "a walk: CRUD, apply, informers and watches by WebSocket",
    version: "7.9.0",
  }),
  mavenSuite({
    name: "operator-sdk",
    title: "Java Operator SDK",
    about: "an operator with informers, status, finalizer and owned objects",
    version: "5.3.2",
  }),
  ownSuite(),
];

type Project = Pick<Suite, "name" | "title" | "about" | "version">;

/** No registry has the integration tests of these clients: tests of Kiln's own use the published libraries. */
function mavenSuite(project: Project): Suite {
  return {
    ...project,
    programs: ["mvn", "java"],
    run: async (stage) => {
      const folder = join(stage.folder, project.name);
      cpSync(join(PROJECTS, project.name), folder, { recursive: true });
      const { kubeconfig } = await stage.startServer();
      const flags = ["-q", "-B", "test", `-Dclient.version=${project.version}`];
      await stage.run("mvn", flags, { cwd: folder, env: { KUBECONFIG: kubeconfig } });
      return readReports(join(folder, "target", "surefire-reports"));
    },
  };
}

/** Modules with integration tests. */
const MODULES = ["core", "junit", ""].map((name) => ["operator-framework", name].filter(Boolean).join("-"));
const SUPPORT = ["caffeine-bounded-cache-support", "micrometer-support"];

/** The integration tests of the Java Operator SDK, from its sources, on simulated workloads. */
function ownSuite(): Suite {
  return {
    name: "operator-sdk-own",
    title: "Java Operator SDK",
    about: "its integration tests, with `--simulate`",
    version: "5.3.2",
    programs: ["mvn", "java"],
    source: "operator-sdk",
    run: async (stage) => {
      const folder = join(stage.folder, "sources");
      cpSync(stage.source, folder, { recursive: true });
      const { kubeconfig } = await stage.startServer(["--simulate"]);
      const modules = [...MODULES, ...SUPPORT];
      const flags = [
        ...["-B", "-ntp", "package", "-Pintegration-tests", "-am", "-pl", modules.join(",")],
        // The last release of which Maven Central has every library that the tests need.
        "-Dfabric8-client.version=7.5.2",
        // The sources come without their history; a failed test must not end the modules after it.
        ...["-Dmaven.gitcommitid.skip=true", "-Dspotless.skip=true", "-Dmaven.test.failure.ignore=true"],
      ];
      const { code, output } = await stage.run("mvn", flags, { cwd: folder, env: { KUBECONFIG: kubeconfig } });
      if (code !== 0) {
        throw new Error(`mvn failed: ${output.slice(-2000)}`);
      }
      return modules.flatMap((module) => readReports(join(folder, module, "target", "surefire-reports")));
    },
  };
}

function readReports(folder: string): TestResult[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".xml")) : [];
  return files.flatMap((name) => readJunit(readFileSync(join(folder, name), "utf8")));
}
