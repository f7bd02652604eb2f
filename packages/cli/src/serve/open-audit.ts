import { createWriteStream } from "node:fs";
import { createAuditPolicy } from "@kiln/access";
import { encodeJson, type JsonObject, type Logger } from "@kiln/api";
import type { Audit } from "@kiln/apiserver";
import { readConfigFile } from "./read-config-file.ts";

export interface AuditOptions {
  readonly policyFile: string;
  /** Path of the log; `-` for standard output. */
  readonly logPath: string;
}

/** Maximum number of bytes that wait for the disk; further events are counted and dropped. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

const LINE_END = Buffer.from("\n");

/** Opens the audit log, one line per event. Writes are not awaited: a slow disk must not delay responses. */
export async function openAudit({ policyFile, logPath }: AuditOptions, log: Logger): Promise<Audit> {
  const kind = { apiVersions: ["audit.k8s.io/v1"], kind: "Policy" };
  const policy = createAuditPolicy(await readConfigFile(policyFile, kind));
  const stream = logPath === "-" ? process.stdout : createWriteStream(logPath, { flags: "a", mode: 0o600 });
  stream.on("error", (error) => log.error({ err: error }, "audit log: failed to write file"));
  let lost = 0;
  return {
    policy,
    write(event: JsonObject) {
      if (stream.writableLength > MAX_WAITING_BYTES) {
        lost++;
        return;
      }
      if (lost > 0) {
        log.error({ lost }, "audit log: events dropped: the file could not be written fast enough");
        lost = 0;
      }
      // Written with one call, because other processes of the server append to the same file.
      stream.write(Buffer.concat([encodeJson(event), LINE_END]));
    },
  };
}
