/**
 * Converts arguments in Go's style for a stricter parser: one dash before a long name, `=true` and `=false` on
 * switches. Flags of Go's logging library are dropped: manifests still contain them.
 */
export function fromGoFlags(args: readonly string[], switches: readonly string[]): string[] {
  return args.flatMap((arg) => {
    const match = /^--?([a-z][a-z0-9-_]*)(?:=(.*))?$/i.exec(arg);
    if (match === null) {
      return [arg];
    }
    const [, name = "", value] = match;
    if (LOGGING.includes(name)) {
      return [];
    }
    if (switches.includes(name)) {
      return value === "false" || value === "0" ? [] : [`--${name}`];
    }
    return [value === undefined ? `--${name}` : `--${name}=${value}`];
  });
}

const LOGGING = [
  "v",
  "vmodule",
  "logtostderr",
  "alsologtostderr",
  "stderrthreshold",
  "log_dir",
  "log_file",
  "log_file_max_size",
  "log_backtrace_at",
  "skip_headers",
  "skip_log_headers",
  "add_dir_header",
  "one_output",
];
