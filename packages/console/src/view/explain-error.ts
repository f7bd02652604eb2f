import { StatusError } from "@kiln/api";

/** A sentence for the reader: the server's own message where there is one. */
export function explainError(error: unknown): string {
  if (error instanceof StatusError) {
    const { code, message = "", reason = "" } = error.status;
    return `${code ?? ""} ${reason}: ${message}`.trim();
  }
  return error instanceof Error ? error.message : String(error);
}
