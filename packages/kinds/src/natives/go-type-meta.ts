/** Prefix of errors about bodies whose kind cannot be decoded. */
export const NO_KIND = "couldn't get version/kind; json parse error: ";
export const GO_TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
