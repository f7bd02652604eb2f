import { asObjects, type JsonObject } from "@kiln/api";
import { UsageError } from "../command.ts";
import { oneOf } from "../one-of.ts";
import { parseFlags } from "../parse-flags.ts";
import { openServer } from "./open-server.ts";
import { saveLog } from "./saved-log.ts";

const OUTPUTS = ["text", "json"] as const;

export async function runLog(args: readonly string[]): Promise<number> {
  const text = { type: "string" } as const;
  const { values, positionals } = parseFlags({
    args: [...args],
    allowPositionals: true,
    options: { after: text, output: text, save: text, kubeconfig: text },
  });
  const [name, ...more] = positionals;
  const { after = "0" } = values;
  if (more.length > 0 || !/^\d{1,15}$/.test(after)) {
    throw new UsageError(
      more.length > 0 ? "kiln log takes the name of one fork" : `--after takes the number of a request, not "${after}"`,
    );
  }
  const output = oneOf("--output", values.output ?? "text", OUTPUTS);
  if (values.save !== undefined && name === undefined) {
    throw new UsageError("--save needs the name of a fork");
  }
  const cluster = name === undefined ? "" : `/clusters/${encodeURIComponent(name)}`;
  const server = openServer(values.kubeconfig);
  try {
    if (values.save !== undefined && name !== undefined) {
      const count = await saveLog(server, name, values.save);
      process.stdout.write(`${count} ${count === 1 ? "request" : "requests"} saved in ${values.save}\n`);
      return 0;
    }
    const entries = asObjects((await server.send("GET", `${cluster}/testing/log?after=${after}`)).items);
    process.stdout.write(
      output === "json" ? `${JSON.stringify(entries, null, 2)}\n` : entries.map(printEntry).join(""),
    );
    return 0;
  } finally {
    server.close();
  }
}

function printEntry(entry: JsonObject): string {
  const { number, time, user, verb, resource, namespace, name, code, fault } = entry;
  const object = [namespace, name].filter((part) => part !== "").join("/");
  const parts = [number, time, user || "-", verb, resource, object, code, fault === undefined ? "" : `fault=${fault}`];
  const line = parts.filter((part) => part !== undefined && part !== "").join(" ");
  const changes = asObjects(entry.writes).map(({ type, patch }) => `    ${type} ${JSON.stringify(patch)}\n`);
  return `${line}\n${changes.join("")}`;
}
