/**
 * Error of a strategic merge patch. `malformed`: an invalid directive; `unsupported`: lists of lists; `failed`: any
 * other reason.
 */
export class StrategicPatchError extends Error {
  override readonly name = "StrategicPatchError";
  readonly code: "malformed" | "unsupported" | "failed";

  constructor(code: StrategicPatchError["code"], message: string) {
    super(message);
    this.code = code;
  }
}
