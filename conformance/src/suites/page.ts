import { type KnownFailure, knownFailures } from "./known-failures.ts";
import type { Suite } from "./suite.ts";

/** Last run of a suite, as kept in the repository. */
export interface SuiteResult {
  readonly version: string;
  /** Day of the run. */
  readonly date: string;
  readonly passed: number;
  readonly skipped: number;
  readonly seconds: number;
  /** Most memory that the servers of the suite held at once; absent where it was not measured. */
  readonly serverMib?: number;
  /** The same suite with the programs of KILN_SUITES_PEER. */
  readonly peer?: Pick<SuiteResult, "passed" | "seconds" | "serverMib">;
}

export type Results = Readonly<Record<string, SuiteResult>>;

const HEAD = `# Tested with

Clients, controllers and test suites of other projects that run against Kiln unchanged. \`npm run test:suites\` fetches them
from their package registries, runs them against the server of this checkout and writes this page;
\`npm run test:suites -- NAME\` runs one. Suites that no registry carries are taken from the folder that the variable
\`KILN_SUITES_SOURCE\` names, with one checkout per project. Known failures are listed below the table; a run fails if
another test fails, or if one of these passes.

`;

const BY_HAND = `
Tried by hand on 2026-11-18: the server of Headlamp 0.45.0 (its Go module is in no registry) finds the cluster in the kubeconfig
that \`kiln serve --simulate\` writes, and the requests of its pages are answered: version, discovery, OpenAPI, lists, watches and access
reviews. No registry has a build of its pages: npm carries only its plugin tools, and the module proxy of Go none of its modules.
From the sources of its pages come 63 kinds and versions; 686 requests for them (lists, watches, single objects, access reviews) got
the same answers from Kiln and from kube-apiserver 1.36.4 on 2026-11-19. The pages themselves were not opened in a browser.

npm has no tests of client-node, and Maven Central none of the Java Operator SDK; \`client-node-1-own\`, \`client-node-2-own\` and
\`operator-sdk-own\` take them from a checkout.
`;

/** docs/clients.md. */
export function printPage(suites: readonly Suite[], results: Results): string {
  const rows = suites.map((suite) => printRow(suite, results[suite.name]));
  return [
    HEAD,
    "| name | client or suite | version | run on | passed | failed | needs containers |\n|---|---|---|---|---|---|---|\n",
    ...rows,
    BY_HAND,
    ...printFailures(suites),
    ...printCosts(suites, results),
  ].join("");
}

function printRow({ name, title, about, version }: Suite, result: SuiteResult | undefined): string {
  const known = knownFailures.filter(({ suite }) => suite === name);
  const containers = known.filter(({ needsContainers }) => needsContainers === true).length;
  const cells =
    result === undefined
      ? [version, "not yet", "", "", ""]
      : [result.version, result.date, result.passed, known.length - containers, containers];
  return `| \`${name}\` | ${title}: ${about} | ${cells.join(" | ")} |\n`;
}

function printFailures(suites: readonly Suite[]): string[] {
  const parts = suites.flatMap(({ name, title }) => {
    const known = knownFailures.filter(({ suite }) => suite === name);
    return known.length === 0 ? [] : [`\n### ${title}\n\n`, ...byReason(known)];
  });
  return parts.length === 0 ? [] : ["\n## Known failures\n", ...parts];
}

/** Tests that fail for one reason share its line. */
function byReason(known: readonly KnownFailure[]): string[] {
  const reasons = [...new Set(known.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const tests = known.filter((each) => each.reason === reason).map(({ test }) => `\`${test}\``);
    return `- ${reason} (${tests.length}): ${tests.join(", ")}\n`;
  });
}

function printCosts(suites: readonly Suite[], results: Results): string[] {
  const rows = suites.flatMap(({ name, title }) => {
    const { seconds, serverMib, peer } = results[name] ?? {};
    return seconds === undefined || serverMib === undefined
      ? []
      : [`| ${title} | ${seconds} | ${peer?.seconds ?? ""} | ${serverMib} | ${peer?.serverMib ?? ""} |\n`];
  });
  return rows.length === 0 ? [] : [COSTS, ...rows];
}

const COSTS = `
## Time and memory

Of each run, and of the same suite with kube-apiserver 1.36.4 and etcd where that was measured (\`KILN_SUITES_PEER=DIR npm run test:suites -- NAME\`). Seconds from start to end,
compilation included, on two shared cores; memory is the most that all servers held at once (proportional set size).

| suite | Kiln, s | kube-apiserver and etcd, s | Kiln, MiB | kube-apiserver and etcd, MiB |
|---|---|---|---|---|
`;
