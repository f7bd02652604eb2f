import { StatusError } from "@kiln/api";

/** Error as a sentence for the user: the server's message if there is one. */
export function explainError(error: unknown): string {
  if (error instanceof StatusError) {
    const { code, message = "", reason = "" } = error.status;
    return `${code ?? ""} ${reason}: ${message}`.trim();
  }
  return error instanceof Error ? error.message : String(error);
}
