/** What parsing text gives: a value, or the sentence Kubernetes says about it. Parsing never throws. */
export type Parsed<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: string };
