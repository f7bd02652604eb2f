import type { JsonObject } from "@kiln/api";
import { causesOf } from "@kiln/lint";
import type { WorldAnswer } from "../server/open-world.ts";

/** Formats an error Status as kubectl does. */
export function printStatus({ json, text }: Pick<WorldAnswer, "json" | "text">): string {
  const { reason, message } = json;
  if (json.kind !== "Status") {
    return `Error from server: ${text.trim()}\n`;
  }
  if (reason === "Invalid") {
    return `${printInvalid(json)}\n`;
  }
  const causes = causesOf(json);
  if (reason === "Conflict" && causes.some((cause) => cause.message.startsWith("conflict with"))) {
    return `error: ${String(message)}\nUse --force-conflicts to take the fields over, or leave them out.\n`;
  }
  return `Error from server${reason === undefined || reason === "" ? "" : ` (${String(reason)})`}: ${String(message)}\n`;
}

/** kubectl: `The Backup "nightly" is invalid: cause`, or a list of causes. */
function printInvalid(status: JsonObject): string {
  const details = status.details as { readonly kind?: string; readonly name?: string } | undefined;
  const subject = `The ${details?.kind ?? "object"} "${details?.name ?? ""}" is invalid`;
  const causes = causesOf(status).map(({ field, message }) => `${field}: ${message}`);
  if (causes.length === 0) {
    return `${subject}: ${String(status.message)}`;
  }
  return causes.length === 1
    ? `${subject}: ${causes[0]}`
    : `${subject}: \n${causes.map((each) => `* ${each}`).join("\n")}`;
}

export function printWarnings(warnings: readonly string[]): string {
  return warnings.map((warning) => `Warning: ${warning}\n`).join("");
}
