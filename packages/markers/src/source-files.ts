/** Access to source files. Paths have slashes. */
export interface SourceFiles {
  /** Names in a folder, sorted; empty if there is no such folder. */
  list(folder: string): readonly string[];
  /** Undefined if there is no such file. */
  read(file: string): string | undefined;
}
