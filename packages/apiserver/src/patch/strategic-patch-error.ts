/**
 * Why a strategic merge patch does not apply. `malformed`: a directive is not what it should be; `unsupported`: lists of
 * lists; `failed`: anything else, which Kubernetes has no name for.
 */
export class StrategicPatchError extends Error {
  override readonly name = "StrategicPatchError";
  readonly code: "malformed" | "unsupported" | "failed";

  constructor(code: StrategicPatchError["code"], message: string) {
    super(message);
    this.code = code;
  }
}
