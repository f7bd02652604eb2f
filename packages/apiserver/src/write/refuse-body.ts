import { decodeUtf8, quoteGo, type StatusError, statusBadRequest } from "@kiln/api";
import type { ObjectType, Resource } from "@kiln/kinds";

/** Error for a body whose apiVersion and kind are known. */
export function refuseAs({ apiVersion, kind }: ObjectType, resource: Resource, why: string): StatusError {
  const version = apiVersion.slice(apiVersion.indexOf("/") + 1);
  return statusBadRequest(
    `${kind} in version ${quoteGo(version)} cannot be handled as a ${resource.names.kind}: ${why}`,
  );
}

/** Error for a body whose apiVersion and kind cannot be decoded. */
export function refuseUnrecognized(bytes: Uint8Array, resource: Resource, why: string): StatusError {
  const { kind } = resource.names;
  return statusBadRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${why} (${summarize(bytes)})`,
  );
}

const SUMMARY_BYTES = 30;

/**
 * Kubernetes: prints a body that looks like JSON as it is, any other in hexadecimal (handlers/rest.go summarizeData,
 * v1.36).
 */
function summarize(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) {
    return "<empty>";
  }
  const start = bytes.subarray(0, SUMMARY_BYTES);
  const shown = start[0] === 0x7b ? decodeUtf8(start) : Array.from(start, toHex).join("");
  return bytes.byteLength > SUMMARY_BYTES ? `${shown} ...` : shown;
}

function toHex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
