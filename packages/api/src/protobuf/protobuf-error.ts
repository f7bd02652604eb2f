/** Error of bytes that are not the expected message; with the message of Kubernetes' decoder if it has one. */
export class ProtobufError extends Error {
  override readonly name = "ProtobufError";
}
