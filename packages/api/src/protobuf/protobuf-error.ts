/** Bytes that are not the expected message, in the words of Kubernetes' decoder where it has some. */
export class ProtobufError extends Error {
  override readonly name = "ProtobufError";
}
