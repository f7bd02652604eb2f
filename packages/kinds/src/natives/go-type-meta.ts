/** How complaints begin about what cannot even be looked at for its kind. */
export const NO_KIND = "couldn't get version/kind; json parse error: ";
export const GO_TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
