import { type Command, UnreadableError, UsageError } from "./command.ts";
import { commands } from "./commands/index.ts";

/** Runs one command line. 0: it worked; 1: it could not; 2: the words were wrong, or a file was. */
export async function main(args: readonly string[]): Promise<number> {
  const [name = "--help", ...rest] = args;
  if (name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(printOverview());
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    process.stderr.write(`kiln has no command "${name}"; kiln --help lists them\n`);
    return 2;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    process.stdout.write(command.help);
    return 0;
  }
  return runCommand(command, rest);
}

async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  try {
    return await command.run(args);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
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

function printOverview(): string {
  const lines = commands.map((command) => `  ${command.name.padEnd(11)} ${command.about}\n`);
  return `Kiln is a Kubernetes-compatible API server that starts in under a second.\n\nCommands:\n${lines.join("")}\nkiln COMMAND --help says more.\n`;
}
