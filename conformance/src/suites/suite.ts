/** One test of a published suite, or one step of a walk with a real client. */
export interface TestResult {
  /** Unique within its suite, and the same in every run. */
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
}

export interface Finished {
  /** Exit code; null if a signal ended it. */
  readonly code: number | null;
  readonly output: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Sent to standard input. */
  readonly input?: string;
}

export interface RunningServer {
  readonly kubeconfig: string;
  /** Files of the server: its authority and the key of service accounts. */
  readonly caFile: string;
  readonly tokenKeyFile: string;
}

/** Everything a suite needs while it runs. */
export interface Stage {
  /** New and empty; removed after the run. */
  readonly folder: string;
  /** Folder that KILN_SUITES_SOURCE has for the suite; empty for suites of a registry. */
  readonly source: string;
  /** Stand-ins of `kiln envtest`, or the programs of KILN_SUITES_PEER. */
  readonly assets: string;
  /** Starts a server that ends with the suite. */
  startServer(flags?: readonly string[]): Promise<RunningServer>;
  /** Starts a program that ends with the suite. */
  startProgram(program: string, args: readonly string[], env?: RunOptions["env"]): { readonly output: () => string };
  /** Adds a text to the log of the suite. */
  log(text: string): void;
  /** Runs a program to its end. Its output goes to the log of the suite. */
  run(program: string, args: readonly string[], options?: RunOptions): Promise<Finished>;
}

export interface Suite {
  /** Name of the suite, as in `npm run test:suites -- NAME`. */
  readonly name: string;
  /** Client or project, as the page names it. */
  readonly title: string;
  readonly version: string;
  /** Tests that run, in a few words. */
  readonly about: string;
  /** Programs that must be on PATH. */
  readonly programs: readonly string[];
  /** Folder below KILN_SUITES_SOURCE with the sources of a suite that no registry carries. */
  readonly source?: string;
  run(stage: Stage): Promise<readonly TestResult[]>;
}
