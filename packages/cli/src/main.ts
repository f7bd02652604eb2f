import { type Command, UnreadableError, UsageError } from "./command.ts";
import { commands } from "./commands/index.ts";
import { didYouMean } from "./did-you-mean.ts";
import { printVersion } from "./print-version.ts";
import { explainSystemError } from "./report/explain-system-error.ts";

/** Output of `kiln` without arguments: the first commands to try. */
const GREETING = `Kiln is a Kubernetes-compatible API server that starts in under a second.

  kiln serve                                           run a server here; it prints the KUBECONFIG to use
  kiln lint config/crd                                 check CRDs, without a server
  KUBEBUILDER_ASSETS="$(kiln envtest)" go test ./...   run an envtest suite against Kiln

kiln --help lists all commands; kiln serve --help has the flags.
`;

const HELP_WORDS = ["help", "--help", "-h"];
const VERSION_WORDS = ["version", "--version", "-v"];

/** Runs a command line. Exit code 0: success; 1: failure; 2: invalid arguments or an unreadable file. */
export async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    process.stdout.write(GREETING);
    return 0;
  }
  if (VERSION_WORDS.includes(name)) {
    process.stdout.write(printVersion());
    return 0;
  }
  if (HELP_WORDS.includes(name)) {
    return printHelp(rest.find((word) => !word.startsWith("-")));
  }
  const command = findCommand(name);
  if (command === undefined) {
    return complain(name);
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    return printHelp(name);
  }
  return runCommand(command, rest);
}

/** Prints the help of a command, or of all commands if none is named. */
function printHelp(name: string | undefined): number {
  const text = name === undefined ? printOverview() : findCommand(name)?.help;
  if (text === undefined) {
    return complain(String(name));
  }
  process.stdout.write(text);
  return 0;
}

function findCommand(name: string): Command | undefined {
  return commands.find((candidate) => candidate.name === name);
}

function complain(name: string): number {
  const known = [...commands.map((command) => command.name), ...HELP_WORDS, ...VERSION_WORDS];
  process.stderr.write(`kiln has no command "${name}"${didYouMean(name, known) || "; kiln --help lists them"}\n`);
  return 2;
}

async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  try {
    return await command.run(args);
  } catch (error) {
    const message = explain(error, command);
    if (error instanceof UnreadableError) {
      process.stderr.write(`${message}\n`);
      return 2;
    }
    process.stderr.write(`kiln ${command.name}: ${message}\n`);
    if (error instanceof UsageError) {
      process.stderr.write(`kiln ${command.name} --help explains the flags\n`);
      return 2;
    }
    return 1;
  }
}

function explain(error: unknown, { portAdvice }: Command): string {
  const reason = explainSystemError(error);
  if (reason === undefined) {
    return error instanceof Error ? error.message : String(error);
  }
  const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE" && portAdvice !== undefined;
  return isTaken ? `${reason}; ${portAdvice}` : reason;
}

function printOverview(): string {
  const lines = commands.map((command) => `  ${command.name.padEnd(11)} ${command.about}\n`);
  return `Kiln is a Kubernetes-compatible API server that starts in under a second.\n\nCommands:\n${lines.join("")}\nkiln COMMAND --help, or kiln help COMMAND, prints the flags of a command; kiln --version prints the version.\n`;
}
