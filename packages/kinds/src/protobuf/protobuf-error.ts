/** Bytes that are not the message they should be. The message is the sentence of Kubernetes' decoder where it has one. */
export class ProtobufError extends Error {
  override readonly name = "ProtobufError";
}
