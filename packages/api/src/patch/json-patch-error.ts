/** Why a JSON patch does not apply. */
export class JsonPatchError extends Error {
  override readonly name = "JsonPatchError";
  /** Whether the patch was rejected for its cost: it would apply, but in too many steps. */
  readonly isTooCostly: boolean;

  constructor(message: string, options: { readonly isTooCostly: boolean } = { isTooCostly: false }) {
    super(message);
    this.isTooCostly = options.isTooCostly;
  }
}
