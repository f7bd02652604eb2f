import { type StatusError, statusBadRequest } from "@kiln/api";

/** Error for an object of the right kind that was sent to another version. */
export function wrongVersion(given: string, expected: string): StatusError {
  return statusBadRequest(
    `the API version in the data (${given}) does not match the expected API version (${expected})`,
  );
}
