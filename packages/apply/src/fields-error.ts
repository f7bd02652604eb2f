/** Ownership cannot be told: an object is not of its type, or does not convert. Its message is in Kubernetes' words. */
export class FieldsError extends Error {
  override readonly name = "FieldsError";
}
