/** Supported media types of objects, in the order in which messages list them. */
export const MEDIA_TYPES: readonly string[] = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
];

/** Media types of a watch, as messages list them. */
export const STREAM_MEDIA_TYPES: readonly string[] = [
  "application/json;stream=watch",
  "application/vnd.kubernetes.protobuf;stream=watch",
];
