/** Access to source files. Paths have slashes. */
export interface SourceFiles {
  /** Names in a folder, sorted; empty if there is no such folder. */
  list(folder: string): readonly string[];
  /** Text of a file; undefined if it does not exist. */
  read(file: string): string | undefined;
}
