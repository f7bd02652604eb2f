/** Result of parsing: a value, or Kubernetes' error message. Parsing never throws. */
export type Parsed<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: string };
