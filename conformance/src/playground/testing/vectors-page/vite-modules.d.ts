/** Address of a worker's script: Vite bundles it and gives its address when it builds. */
declare module "*?worker&url" {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: this is how Vite gives the address.
  export default url;
}
