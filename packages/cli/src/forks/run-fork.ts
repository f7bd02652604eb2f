import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { asObject, asObjects, type JsonObject, textAt } from "@kiln/api";
import { UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";
import { FORKS_PATH, openServer, type TestingClient } from "./open-server.ts";

interface ForkFlags {
  readonly "from-fork"?: string | undefined;
  readonly "from-snapshot"?: string | undefined;
  readonly empty?: boolean | undefined;
  readonly reset?: boolean | undefined;
  readonly delete?: boolean | undefined;
  readonly output?: string | undefined;
  readonly kubeconfig?: string | undefined;
}

export async function runFork(args: readonly string[]): Promise<number> {
  const { flags, name } = readArguments(args);
  const server = openServer(flags.kubeconfig);
  try {
    process.stdout.write(await perform(server, name, flags));
    return 0;
  } finally {
    server.close();
  }
}

function readArguments(args: readonly string[]): { readonly flags: ForkFlags; readonly name: string | undefined } {
  const [text, yes] = [{ type: "string" } as const, { type: "boolean" } as const];
  const { values, positionals } = parseFlags({
    args: [...args],
    allowPositionals: true,
    options: {
      "from-fork": text,
      "from-snapshot": text,
      empty: yes,
      reset: yes,
      delete: yes,
      output: text,
      kubeconfig: text,
    },
  });
  const [name, ...more] = positionals;
  const actions = ["from-fork", "from-snapshot", "empty", "reset", "delete"].filter((flag) => flag in values);
  if (more.length > 0 || actions.length > 1) {
    throw new UsageError(
      more.length > 0
        ? `kiln fork takes one NAME, not ${positionals.join(" ")}`
        : `--${actions.join(" and --")} exclude each other`,
    );
  }
  if (name === undefined && actions.length > 0) {
    throw new UsageError(`--${actions[0]} needs the NAME of a fork`);
  }
  return { flags: values, name };
}

async function perform(server: TestingClient, name: string | undefined, flags: ForkFlags): Promise<string> {
  if (name === undefined) {
    return printForks(asObjects((await server.send("GET", FORKS_PATH)).items));
  }
  const path = `${FORKS_PATH}/${encodeURIComponent(name)}`;
  if (flags.delete) {
    await server.send("DELETE", path);
    return `fork ${name} deleted\n`;
  }
  if (flags.reset) {
    const resets = Number(asObject((await server.send("GET", path)).spec).resets ?? 0);
    await server.send("PATCH", path, { spec: { resets: resets + 1 } });
    return `fork ${name} reset\n`;
  }
  const object = { apiVersion: "testing.kiln.dev/v1", kind: "Fork", metadata: { name }, spec: toSpec(flags) };
  const made = await server.send("POST", FORKS_PATH, object);
  const file = resolve(flags.output ?? `${name}.kubeconfig`);
  writeFileSync(file, textAt(asObject(made.status), "kubeconfig"), { mode: 0o600 });
  return `fork ${name} created\n\n  export KUBECONFIG=${file}\n`;
}

function toSpec(flags: ForkFlags): JsonObject {
  const { "from-fork": fork, "from-snapshot": snapshot, empty } = flags;
  const from: JsonObject = {
    ...(fork === undefined ? {} : { fork }),
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(empty === undefined ? {} : { empty }),
  };
  return Object.keys(from).length === 0 ? {} : { from };
}

function printForks(forks: readonly JsonObject[]): string {
  return forks
    .map(({ metadata, status }) => `${textAt(asObject(metadata), "name")}\t${textAt(asObject(status), "url")}\n`)
    .join("");
}
