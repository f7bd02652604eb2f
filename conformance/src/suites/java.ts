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
];

type Project = Pick<Suite, "name" | "title" | "about" | "version">;

/** No registry has the integration tests of these, so that tests of our own use the published libraries. */
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

function readReports(folder: string): TestResult[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".xml")) : [];
  return files.flatMap((name) => readJunit(readFileSync(join(folder, name), "utf8")));
}
