/** Address of a worker's script: Vite bundles it and gives its address when it builds. */
declare module "*?worker&url" {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: this is how Vite gives the address.
  export default url;
}

/** A file as text: Vite and Vitest read it when they build. */
declare module "*.yaml?raw" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how Vite gives the text.
  export default text;
}

declare module "*.css" {}
