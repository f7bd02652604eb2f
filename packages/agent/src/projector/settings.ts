/** A setting of the projector, from an environment variable or a flag. Flags take precedence. */
export interface Setting {
  readonly env: string;
  readonly flag: string;
  /** Placeholder of the flag's value in the help; a switch has none. */
  readonly takes?: string;
  readonly about: string;
}

/**
 * Settings with the names and meanings of the widely used sidecar kiwigrid/k8s-sidecar. The flag is the lower-case
 * name.
 */
export const SIDECAR_SETTINGS: readonly Setting[] = [
  { env: "LABEL", flag: "label", takes: "NAME", about: "label of the objects whose keys become files" },
  { env: "LABEL_VALUE", flag: "label-value", takes: "VALUE", about: "value of the label (default: any)" },
  { env: "FOLDER", flag: "folder", takes: "FOLDER", about: "directory of the files; required" },
  {
    env: "FOLDER_ANNOTATION",
    flag: "folder-annotation",
    takes: "NAME",
    about: "annotation with the folder of an object (default k8s-sidecar-target-directory)",
  },
  {
    env: "NAMESPACE",
    flag: "namespace",
    takes: "A,B|ALL",
    about: "namespaces of the objects (default: the Pod's own)",
  },
  { env: "RESOURCE", flag: "resource", takes: "KIND", about: "configmap, secret or both (default configmap)" },
  {
    env: "RESOURCE_NAME",
    flag: "resource-name",
    takes: "A,B",
    about: "these objects instead of a label: NAME, KIND/NAME or NAMESPACE/KIND/NAME",
  },
  { env: "METHOD", flag: "method", takes: "METHOD", about: "LIST: read once; SLEEP: poll; otherwise watch" },
  { env: "SLEEP_TIME", flag: "sleep-time", takes: "SECONDS", about: "interval of SLEEP (default 60)" },
  {
    env: "UNIQUE_FILENAMES",
    flag: "unique-filenames",
    about: "name files namespace_NAMESPACE.KIND_NAME.KEY, so that no two are the same",
  },
  { env: "DEFAULT_FILE_MODE", flag: "default-file-mode", takes: "MODE", about: "such as 440 (default 644)" },
  { env: "SCRIPT", flag: "script", takes: "FILE", about: "program to run after a change, before the request" },
  { env: "REQ_URL", flag: "req-url", takes: "URL", about: "URL to request after a change" },
  { env: "REQ_METHOD", flag: "req-method", takes: "METHOD", about: "GET or POST (default GET)" },
  {
    env: "REQ_PAYLOAD",
    flag: "req-payload",
    takes: "JSON",
    about: "body of the request (default of POST: the changed folders)",
  },
  { env: "REQ_RETRY_TOTAL", flag: "req-retry-total", takes: "N", about: "retries of a request (default 5)" },
  { env: "REQ_RETRY_CONNECT", flag: "req-retry-connect", takes: "N", about: "the smallest of these three counts" },
  { env: "REQ_RETRY_READ", flag: "req-retry-read", takes: "N", about: "the smallest of these three counts" },
  {
    env: "REQ_RETRY_BACKOFF_FACTOR",
    flag: "req-retry-backoff-factor",
    takes: "SECONDS",
    about: "delay before the first retry, doubled each time (default 1.1)",
  },
  {
    env: "REQ_TIMEOUT",
    flag: "req-timeout",
    takes: "SECONDS",
    about: "timeout of a request, and of a URL (default 10)",
  },
  { env: "REQ_USERNAME", flag: "req-username", takes: "NAME", about: "for basic authentication" },
  { env: "REQ_PASSWORD", flag: "req-password", takes: "TEXT", about: "for basic authentication; better in a file" },
  {
    env: "REQ_USERNAME_FILE",
    flag: "req-username-file",
    takes: "FILE",
    about: "file with the user name, read at start",
  },
  {
    env: "REQ_PASSWORD_FILE",
    flag: "req-password-file",
    takes: "FILE",
    about: "file with the password, read at start",
  },
  {
    env: "REQ_BASIC_AUTH_ENCODING",
    flag: "req-basic-auth-encoding",
    takes: "NAME",
    about: "latin1 or utf-8 (default latin1)",
  },
  { env: "REQ_SKIP_INIT", flag: "req-skip-init", about: "no request at the start, only after changes" },
  { env: "REQ_SKIP_TLS_VERIFY", flag: "req-skip-tls-verify", about: "trust any server of requests and URLs" },
  { env: "ENABLE_5XX", flag: "enable-5xx", about: "accept the content of a URL with status 500 and above" },
  { env: "SKIP_TLS_VERIFY", flag: "skip-tls-verify", about: "trust any API server" },
  {
    env: "WATCH_SERVER_TIMEOUT",
    flag: "watch-server-timeout",
    takes: "SECONDS",
    about: "duration of a watch (default 60)",
  },
  {
    env: "WATCH_CLIENT_TIMEOUT",
    flag: "watch-client-timeout",
    takes: "SECONDS",
    about: "accepted without effect: a dead connection is detected within 45 seconds",
  },
  {
    env: "IGNORE_ALREADY_PROCESSED",
    flag: "ignore-already-processed",
    about: "accepted without effect: unchanged objects are never processed again",
  },
  {
    env: "ERROR_THROTTLE_SLEEP",
    flag: "error-throttle-sleep",
    takes: "SECONDS",
    about: "accepted without effect: failures are retried after 0.4 to 30 seconds",
  },
  {
    env: "DISABLE_X509_STRICT_VERIFICATION",
    flag: "disable-x509-strict-verification",
    about: "accepted without effect: certificates are not checked that strictly",
  },
  { env: "LOG_LEVEL", flag: "log-level", takes: "LEVEL", about: "DEBUG, INFO, WARN, ERROR or CRITICAL (default INFO)" },
  { env: "LOG_FORMAT", flag: "log-format", takes: "FORMAT", about: "JSON or LOGFMT (default JSON)" },
  { env: "LOG_TZ", flag: "log-tz", takes: "ZONE", about: "LOCAL or UTC (default LOCAL)" },
  { env: "LOG_CONFIG", flag: "log-config", takes: "FILE", about: "refused: a configuration of Python's logging" },
  {
    env: "HEALTH_PORT",
    flag: "health-port",
    takes: "N|off",
    about: "healthz, readyz, livez and metrics (default 8080)",
  },
  { env: "HEALTH_HOST", flag: "health-host", takes: "ADDRESS", about: "address of the health port (default: all)" },
  {
    env: "KUBECONFIG",
    flag: "kubeconfig",
    takes: "FILE",
    about: "kubeconfig of the cluster (default: the Pod's service account)",
  },
];

/** Settings that the sidecar lacks. The environment variable is KILN_ and the flag in capitals. */
export const OWN_SETTINGS: readonly Setting[] = [
  { env: "KILN_CONTEXT", flag: "context", takes: "NAME", about: "context of the kubeconfig" },
  {
    env: "KILN_CONFIG",
    flag: "config",
    takes: "FILE",
    about: "folders and their sources, in YAML, instead of a label",
  },
  { env: "KILN_ONCE", flag: "once", about: "write the files and exit: 0 if complete, 1 if not" },
  {
    env: "KILN_WAIT_FOR",
    flag: "wait-for",
    takes: "A,B",
    about: "objects, named as above, that must exist to be complete; --once waits for them",
  },
  { env: "KILN_WAIT_TIMEOUT", flag: "wait-timeout", takes: "SECONDS", about: "how long --once waits (default 300)" },
  {
    env: "KILN_ALLOWED_FOLDERS",
    flag: "allowed-folders",
    takes: "A,B",
    about: "further folders that the annotation may name (default: only below FOLDER)",
  },
  {
    env: "KILN_ON_DUPLICATE",
    flag: "on-duplicate",
    takes: "warn|error",
    about: "on equal file names: warn, or leave the folder unchanged",
  },
  {
    env: "KILN_ALLOWED_URLS",
    flag: "allowed-urls",
    takes: "A,B",
    about: "URL prefixes from which keys that end in .url are fetched (default: none)",
  },
  {
    env: "KILN_URL_MAX_BYTES",
    flag: "url-max-bytes",
    takes: "N",
    about: "maximum size of a fetched URL (default 1048576)",
  },
  { env: "KILN_URL_CHECKSUM", flag: "url-checksum", about: "refuse URLs that do not end in #sha256=CHECKSUM" },
  { env: "KILN_OWNER", flag: "owner", takes: "UID[:GID]", about: "user and group of the files" },
  {
    env: "KILN_FS_GROUP",
    flag: "fs-group",
    takes: "GID",
    about: "group of all files and folders, which may read them",
  },
  { env: "KILN_FSYNC", flag: "fsync", about: "fsync files before they become visible" },
  { env: "KILN_DEBOUNCE", flag: "debounce", takes: "SECONDS", about: "how long changes are collected (default 0.2)" },
  {
    env: "KILN_SCRIPT_TIMEOUT",
    flag: "script-timeout",
    takes: "SECONDS",
    about: "timeout of the program (default 60)",
  },
  { env: "KILN_SIGNAL", flag: "signal", takes: "NAME", about: "signal to send after a change (default HUP)" },
  {
    env: "KILN_SIGNAL_PROCESS",
    flag: "signal-process",
    takes: "PROGRAM",
    about: "name of the program that gets the signal",
  },
  {
    env: "KILN_REQ_HMAC_KEY_FILE",
    flag: "req-hmac-key-file",
    takes: "FILE",
    about: "sign requests with this key, in x-kiln-signature",
  },
];

export const SETTINGS: readonly Setting[] = [...SIDECAR_SETTINGS, ...OWN_SETTINGS];

/** Values by flag. A switch that is set has the value `true`. */
export type SettingValues = ReadonlyMap<string, string>;

/** Merges flags and environment variables. Flags take precedence; an empty variable counts as absent. */
export function mergeSettings(
  flags: Readonly<Record<string, string | boolean | undefined>>,
  env: Readonly<Record<string, string | undefined>>,
): SettingValues {
  const values = new Map<string, string>();
  for (const setting of SETTINGS) {
    const value = flags[setting.flag] ?? env[setting.env];
    if (value !== undefined && value !== "") {
      values.set(setting.flag, String(value));
    }
  }
  return values;
}
