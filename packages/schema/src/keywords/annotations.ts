import type { Keyword } from "../keyword.ts";

/** Keywords for readers and tools, without effect on values. */
const ANNOTATION = { mayBeAtStatusRoot: true, settled: "none" } as const;

export const title: Keyword = {
  ...ANNOTATION,
  wire: "title",
  name: "title",
  encoding: "text",
  goField: "Title",
  mayBeInBranch: false,
};

export const description: Keyword = {
  ...ANNOTATION,
  wire: "description",
  name: "description",
  encoding: "text",
  goField: "Description",
  mayBeInBranch: false,
};

export const externalDocs: Keyword = {
  ...ANNOTATION,
  wire: "externalDocs",
  name: "externalDocs",
  encoding: "externalDocs",
  goField: "ExternalDocs",
  mayBeInBranch: true,
};

export const example: Keyword = {
  ...ANNOTATION,
  wire: "example",
  name: "example",
  encoding: "json",
  goField: "Example",
  mayBeInBranch: true,
};
