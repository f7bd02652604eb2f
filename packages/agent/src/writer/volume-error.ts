/**
 * Codes of errors of a volume.
 * - `invalid-path`: a path is not allowed in a volume; nothing was changed.
 * - `path-conflict`: two paths exclude each other, such as `a` and `a/b`; nothing was changed.
 * - `no-directory`: the volume's directory is missing, or a segment is a link; nothing was changed.
 * - `busy`: another process is writing this volume; nothing was changed.
 * - `foreign-writer`: another process changed the volume while it was written; the next publication starts again.
 * - `blocked-name`: the data is published, but a directory that is not the volume's blocks a name.
 */
export type VolumeErrorCode =
  | "invalid-path"
  | "path-conflict"
  | "no-directory"
  | "busy"
  | "foreign-writer"
  | "blocked-name";

export class VolumeError extends Error {
  override readonly name = "VolumeError";
  readonly code: VolumeErrorCode;

  constructor(code: VolumeErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether an error of the operating system has one of these codes, such as ENOENT. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes(String((error as NodeJS.ErrnoException).code));
}
