import { decodeUtf8 } from "@kiln/api";
import type { CommandContext } from "./command-context.ts";
import { parseCommand } from "./parse-command.ts";
import { readFile } from "./read-files.ts";
import { CommandError } from "./split-words.ts";

const FLAGS = {
  valued: {
    "-X": "method",
    "--request": "method",
    "-d": "data",
    "--data": "data",
    "--data-binary": "data",
    "-H": "header",
    "--header": "header",
  },
  plain: { "-i": "include", "--include": "include", "-s": "silent", "-k": "insecure", "-N": "no-buffer" },
};

/** Runs `curl [-X METHOD] [-H HEADER] [-d BODY|@FILE] PATH`. Prints the body as it arrives. */
export async function curl(args: readonly string[], context: CommandContext): Promise<number> {
  const headers = Object.fromEntries(args.flatMap((arg, index) => headerOf(args[index - 1], arg)));
  const { words, flags } = parseCommand(args, FLAGS);
  const [address] = words;
  if (address === undefined) {
    throw new CommandError("curl PATH, as in: curl /apis");
  }
  const target = address.replace(/^https?:\/\/[^/]*/, "") || "/";
  const data = flags.get("data");
  const body = data?.startsWith("@") ? readFile(data.slice(1), context) : data;
  const method = flags.get("method") ?? (body === undefined ? "GET" : "POST");
  const response = await context.world.open({
    method,
    target,
    headers: { accept: "*/*", ...headers },
    ...(body === undefined ? {} : { body }),
    signal: context.signal,
  });
  if (flags.has("include")) {
    const lines = Object.entries(response.headers).map(([name, value]) => `${name}: ${[value].flat().join(", ")}\n`);
    context.print(`HTTP/2 ${response.status}\n${lines.join("")}\n`);
  }
  if (response.body instanceof Uint8Array) {
    context.print(decodeUtf8(response.body));
  } else if (response.body !== undefined) {
    for await (const chunk of response.body) {
      context.print(decodeUtf8(chunk));
    }
  }
  return 0;
}

function headerOf(flag: string | undefined, text: string): [string, string][] {
  const at = text.indexOf(":");
  const isHeader = (flag === "-H" || flag === "--header") && at > 0;
  return isHeader ? [[text.slice(0, at).trim().toLowerCase(), text.slice(at + 1).trim()]] : [];
}
