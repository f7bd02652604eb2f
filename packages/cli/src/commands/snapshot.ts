import { type Command, UsageError } from "../command.ts";

const HELP = `kiln snapshot: keep the CSI volume snapshots of a cluster valid

  kiln snapshot webhook --tls-cert-file tls.crt --tls-private-key-file tls.key
                                     answer the reviews of an API server
`;

type Run = (args: readonly string[]) => Promise<number>;

/** Loaded on demand: other commands need not wait for them. */
const PARTS: Readonly<Record<string, () => Promise<Run>>> = {
  webhook: async () => {
    const { parseWebhookFlags } = await import("../snapshot/webhook-options.ts");
    const { runWebhook } = await import("../snapshot/run-webhook.ts");
    return (args) => runWebhook(parseWebhookFlags(args));
  },
};

export const snapshot: Command = {
  name: "snapshot",
  about: "keep the CSI volume snapshots of a cluster valid",
  help: HELP,
  async run(args) {
    const [name = "", ...rest] = args;
    const load = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (load === undefined) {
      throw new UsageError(`say what to do: ${Object.keys(PARTS).join(", ")}`);
    }
    const run = await load();
    return run(rest);
  },
};
