/**
 * Names of the terminal's programs, apart from their code, so that the page completes them without loading the server.
 */
export const commandNames: readonly string[] = ["kubectl", "k", "curl", "ls", "cat", "help", "clear"];

export const kubectlVerbNames: readonly string[] = [
  "get",
  "watch",
  "apply",
  "create",
  "replace",
  "patch",
  "delete",
  "explain",
  "api-resources",
  "version",
];
