import { listResources } from "../server/find-resource.ts";
import type { CommandContext, RunCommand } from "./command-context.ts";
import { curl } from "./curl.ts";
import { kubectlExplain } from "./kubectl-explain.ts";
import { kubectlGet } from "./kubectl-get.ts";
import { kubectlDelete, kubectlFiles, kubectlPatch } from "./kubectl-write.ts";
import { type FlagList, type ParsedCommand, parseCommand } from "./parse-command.ts";
import { printColumns } from "./print-table.ts";
import { readFile } from "./read-files.ts";
import { CommandError, splitWords } from "./split-words.ts";

/** Output of `help`. A test runs the first word of each line. */
export const HELP = `kubectl get KIND [NAME] [-o yaml|json|name|jsonpath=…] [-w]
kubectl apply -f FILE [--field-manager NAME] [--force-conflicts]   always server-side
kubectl create|replace|delete -f FILE
kubectl patch KIND NAME --type merge|json|strategic -p PATCH
kubectl delete KIND NAME
kubectl explain KIND[.FIELD]
kubectl api-resources
curl [-X METHOD] [-H HEADER] [-d BODY|@FILE] [-i] PATH
ls, cat FILE, clear, help
Tab completes, the arrow up brings back earlier lines, Ctrl+C stops a watch.
`;

/** Commands by their name. */
export const commands: Readonly<Record<string, RunCommand>> = {
  kubectl: runKubectl,
  k: runKubectl,
  curl,
  async ls(_, { files, print }) {
    print(`${[...files.keys()].join("  ")}\n`);
    return 0;
  },
  async cat([name], context) {
    context.print(readFile(name ?? "", context));
    return 0;
  },
  async help(_, { print }) {
    print(HELP);
    return 0;
  },
};

/** Runs one command line. Never throws: a failure is an exit code other than 0 and a printed line. */
export async function runCommand(line: string, context: CommandContext): Promise<number> {
  try {
    const [program, ...args] = splitWords(line);
    if (program === undefined) {
      return 0;
    }
    const run = Object.hasOwn(commands, program) ? commands[program] : undefined;
    if (run === undefined) {
      throw new CommandError(`${program}: command not found. Try help`);
    }
    return await run(args, context);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    context.print(`${message}\n`);
    return 1;
  }
}

const FLAGS: FlagList = {
  valued: {
    "-f": "filename",
    "--filename": "filename",
    "-n": "namespace",
    "--namespace": "namespace",
    "-o": "output",
    "--output": "output",
    "-p": "patch",
    "--patch": "patch",
    "--type": "type",
    "-l": "selector",
    "--selector": "selector",
    "--field-selector": "field-selector",
    "--field-manager": "field-manager",
    "--subresource": "subresource",
    "--dry-run": "dry-run",
  },
  plain: {
    "-w": "watch",
    "--watch": "watch",
    "-A": "all-namespaces",
    "--all-namespaces": "all-namespaces",
    "--server-side": "server-side",
    "--force-conflicts": "force-conflicts",
    "--show-managed-fields": "show-managed-fields",
  },
};

type KubectlVerb = (command: ParsedCommand, context: CommandContext) => Promise<number>;

/** Verbs of kubectl by name. */
export const kubectlVerbs: Readonly<Record<string, KubectlVerb>> = {
  get: kubectlGet,
  watch: (command, context) =>
    kubectlGet({ ...command, flags: new Map([...command.flags, ["watch", "true"]]) }, context),
  apply: (command, context) => kubectlFiles("apply", command, context),
  create: (command, context) => kubectlFiles("create", command, context),
  replace: (command, context) => kubectlFiles("replace", command, context),
  patch: kubectlPatch,
  delete: kubectlDelete,
  explain: kubectlExplain,
  "api-resources": printApiResources,
  version: async (_, { world, print }) => {
    const { json } = await world.send({ method: "GET", target: "/version" });
    print(`Server Version: ${String(json.gitVersion)}\n`);
    return 0;
  },
};

async function runKubectl(args: readonly string[], context: CommandContext): Promise<number> {
  const [verb = "", ...rest] = args;
  const run = Object.hasOwn(kubectlVerbs, verb) ? kubectlVerbs[verb] : undefined;
  if (run === undefined) {
    throw new CommandError(`kubectl ${verb}: not here. Verbs: ${Object.keys(kubectlVerbs).join(", ")}`);
  }
  return run(parseCommand(rest, FLAGS), context);
}

async function printApiResources(_: ParsedCommand, { world, print }: CommandContext): Promise<number> {
  const rows = (await listResources(world)).map(({ plural, shortNames, group, version, isNamespaced, kind }) => [
    plural,
    shortNames.join(","),
    group === "" ? version : `${group}/${version}`,
    String(isNamespaced),
    kind,
  ]);
  print(printColumns([["NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND"], ...rows]));
  return 0;
}
