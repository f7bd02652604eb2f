/** Error of a JSON patch that does not apply. */
export class JsonPatchError extends Error {
  override readonly name = "JsonPatchError";
  /** True if the patch was rejected for its cost: it would apply, but takes too many steps. */
  readonly isTooCostly: boolean;

  constructor(message: string, options: { readonly isTooCostly: boolean } = { isTooCostly: false }) {
    super(message);
    this.isTooCostly = options.isTooCostly;
  }
}
