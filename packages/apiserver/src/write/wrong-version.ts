import { type StatusError, statusBadRequest } from "@kiln/api";

/** An object of the right kind, sent to another version of it. */
export function wrongVersion(given: string, expected: string): StatusError {
  return statusBadRequest(
    `the API version in the data (${given}) does not match the expected API version (${expected})`,
  );
}
