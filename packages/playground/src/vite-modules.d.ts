/** URL of a worker's script, which Vite bundles. */
declare module "*?worker&url" {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: this is how Vite gives the address.
  export default url;
}

/** Text of a file, which Vite and Vitest insert when they build. */
declare module "*.yaml?raw" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how Vite gives the text.
  export default text;
}

declare module "*.css" {}
